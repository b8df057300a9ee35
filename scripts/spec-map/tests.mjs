/** Test files as a parser reads them: their tests by title, and what each of them asserts. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { asserted } from "./asserted.mjs";
import { chainOf, children, declaredIn, isFunction } from "./tree.mjs";

/** Reads test files once each. @param {string} root of the project */
export function testFiles(root) {
  const files = new Map();
  const read = (path) => {
    if (!files.has(path)) files.set(path, existsSync(join(root, path)) ? parse(root, path) : undefined);
    return files.get(path);
  };
  return {
    /** The test of this full title; `undefined` when the file or the title is not there. */
    find: (path, title) => read(path)?.tests.find(({ pattern }) => pattern.test(title)),
    /** All texts, patterns and numbers that a test asserts or looks for. @returns {string[]} */
    asserted: (path, test) => asserted({ path, read }, test),
  };
}

function parse(root, path) {
  const { program, errors } = parseSync(path, readFileSync(join(root, path), "utf8"));
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const imports = new Map();
  for (const { type, source, specifiers } of program.body) {
    if (type !== "ImportDeclaration" || !/^\.|^#test\//.test(source.value)) continue;
    const target = source.value.startsWith(".")
      ? relative(root, join(root, dirname(path), source.value))
      : source.value.slice(1);
    for (const { local, imported } of specifiers)
      if (imported) imports.set(local.name, { path: target.replaceAll("\\", "/"), name: imported.name });
  }
  return { tests: testsIn(program), declared: declaredIn(program), imports };
}

/** Calls of `test`, `it` and `describe` in all their forms, with the titles around them. */
function testsIn(program) {
  const tests = [];
  const visit = (node, titles) => {
    const [title, ...rest] = node.type === "CallExpression" ? node.arguments : [];
    const body = rest.findLast((given) => isFunction(given));
    const names = body ? chainOf(node.callee) : [];
    const kind = names[0] === "describe" || names[1] === "describe" ? "describe" : names[0];
    const repeated = names.includes("each") || names.includes("for");
    const text = title && textOf(title, repeated);
    if (text !== undefined && kind === "describe") {
      for (const child of children(body)) visit(child, [...titles, text]);
    } else if (text !== undefined && (kind === "test" || kind === "it")) {
      tests.push({ pattern: new RegExp(`^${[...titles, text].join(" > ")}$`), body, table: node.callee });
    } else for (const child of children(node)) visit(child, titles);
  };
  visit(program, []);
  return tests;
}

/** A title as a pattern: what is filled in when it runs may be anything. */
function textOf(node, repeated) {
  const parts = (text) => (repeated ? text.split(/%[sdifjo]|\$[\w.]+/) : [text]);
  const escaped = (text) => parts(text).map(RegExp.escape).join(".+");
  if (node.type === "Literal" && typeof node.value === "string") return escaped(node.value);
  return node.type === "TemplateLiteral" ? node.quasis.map(({ value }) => escaped(value.cooked)).join(".+") : undefined;
}
