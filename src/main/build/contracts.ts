/** Removes from the browsers' files the parts of a route that only the server and the API's document need. */
import { parseSync, Visitor } from "oxc-parser";
import type { Plugin } from "vite";

/** What the server says, asks and checks of a call. A body's schema stays, for forms check by it what is typed. */
const serversPart = new Set(["summary", "permission", "limit", "params", "query", "stepUp", "passkey", "bodyLimit"]);

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
      for (const property of route.properties)
        if (property.type === "Property" && property.key.type === "Identifier" && serversPart.has(property.key.name))
          found.push([property.start, property.end]);
    },
  }).visit(parseSync(id, code).program);
  return found;
}
