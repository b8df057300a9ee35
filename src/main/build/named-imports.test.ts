import { expect, test } from "vitest";
import { readModule } from "./named-imports.ts";

test("a module's imports are read by name, without types", () => {
  const { imports, list } = readModule(
    "a.tsx",
    `import one, { two as second, type Gone } from "./a.ts";
     import type { Never } from "./types.ts";
     import * as all from "./b.ts";
     import "./c.css";
     export { five } from "./d.ts";
     export const three = <b>{second}</b>;`,
  );
  expect(imports).toEqual([
    { from: "./a.ts", name: "default" },
    { from: "./a.ts", name: "two" },
    { from: "./b.ts", name: undefined },
    { from: "./c.css", name: undefined },
    { from: "./d.ts", name: "five" },
  ]);
  expect(list).toBeUndefined();
});

test("a list of other modules' exports says where each is from, however it is written", () => {
  const { list } = readModule(
    "index.mjs",
    `"use strict";
     import * as icons from "./icons.mjs";
     import { useQuery } from "./use-query.mjs";
     export * from "./core.mjs";
     export { default as Flag, default as FlagIcon } from "./flag.mjs";
     export { icons, useQuery };`,
  );
  expect(Object.fromEntries(list?.named ?? [])).toEqual({
    Flag: { from: "./flag.mjs", name: "default" },
    FlagIcon: { from: "./flag.mjs", name: "default" },
    icons: { from: "./icons.mjs", name: undefined },
    useQuery: { from: "./use-query.mjs", name: "useQuery" },
  });
  expect(list?.whole).toEqual(["./core.mjs"]);
});

test("a module that declares something of its own is no list", () => {
  expect(readModule("a.js", `export { a } from "./a.js"; export const b = 1;`).list).toBeUndefined();
  expect(readModule("a.js", `const b = 1; export { b };`).list).toBeUndefined();
  expect(readModule("a.js", `import "./a.js";`).list).toBeUndefined();
});
