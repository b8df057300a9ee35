/** Removes from the browsers' files the parts of a route that only the server and the API's document need. */
import { parseSync, Visitor } from "oxc-parser";
import type { Plugin } from "vite";

/** What the server says, asks and checks of a call; of a route without a form, the body as well. */
const serversPart = new Set([
  "summary",
  "permission",
  "limit",
  "params",
  "query",
  "stepUp",
  "passkey",
  "bodyLimit",
  "kept",
]);

export function withoutServersPart(): Plugin {
  return {
    name: "acebay:without-servers-part",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { code: /\bdefine(?:Route|Stream)\(\{/ },
      handler(code, id) {
        let rest = code;
        for (const [start, end] of serversPartsOf(id, code).toReversed())
          rest = rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, "");
        return { code: rest, map: null };
      },
    },
  };
}

/** The places of these parts in the source, in order. */
function serversPartsOf(id: string, code: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [route] }) => {
      if (callee.type !== "Identifier" || !/^define(?:Route|Stream)$/.test(callee.name)) return;
      if (route?.type !== "ObjectExpression") return;
      const named = route.properties.flatMap((property) =>
        property.type === "Property" && property.key.type === "Identifier"
          ? [{ name: property.key.name, start: property.start, end: property.end }]
          : [],
      );
      const hasForm = named.some(({ name }) => name === "form");
      for (const { name, start, end } of named)
        if (serversPart.has(name) || (name === "body" && !hasForm)) found.push([start, end]);
    },
  }).visit(parseSync(id, code).program);
  return found;
}
