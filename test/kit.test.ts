/** The page of the ui kit shows every component that the kit exports. e2e/long/kit.spec.ts checks how it shows them. */
import { globSync, readFileSync } from "node:fs";
import { Visitor, parseSync } from "oxc-parser";
import { expect, test } from "vitest";

/** The components that files export: functions with a capital letter. */
function exported(pattern: string): string[] {
  return globSync(pattern).flatMap((path) =>
    parseSync(path, readFileSync(path, "utf8"))
      .module.staticExports.flatMap(({ entries }) => entries)
      .filter(({ isType, exportName }) => !isType && /^[A-Z][a-z]/.test(exportName.name ?? ""))
      .map(({ exportName }) => exportName.name ?? ""),
  );
}

/** The parts that a file of the page has (the keys of its `examples`), each with all that the file draws. */
function partsOf(path: string, text: string): [name: string, drawn: ReadonlySet<string>][] {
  const drawn = new Set<string>();
  const names: string[] = [];
  new Visitor({
    JSXOpeningElement: ({ name }) => {
      if (name.type === "JSXIdentifier") drawn.add(name.name);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== "Identifier" || id.name !== "examples" || init?.type !== "ObjectExpression") return;
      for (const property of init.properties)
        if (property.type === "Property" && property.key.type === "Identifier") names.push(property.key.name);
    },
  }).visit(parseSync(path, text).program);
  return names.map((name) => [name, drawn]);
}

const parts = globSync("kit/parts/*.tsx").flatMap((path) => partsOf(path, readFileSync(path, "utf8")));

test("every component of the kit has a part on the page, and every part shows a component", () => {
  const components = exported("src/platform/web/ui/*.tsx");
  expect(components.length).toBeGreaterThan(40);
  expect(parts.map(([name]) => name).toSorted()).toEqual(components.toSorted());
});

test.for(parts)("the part %s draws the component", ([name, drawn]) => {
  expect(drawn).toContain(name);
});

test("a part that draws another component is found", () => {
  const [planted] = partsOf(
    "kit/parts/x.tsx",
    "export const examples = { Card: { states: () => ({ a: <Plate /> }) } };",
  );
  expect(planted).toEqual(["Card", new Set(["Plate"])]);
});
