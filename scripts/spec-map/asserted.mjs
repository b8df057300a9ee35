/** What a test asserts, as its source says it. */
import { chainOf, children, declaredIn, isFunction } from "./tree.mjs";

/** What looks for something on a page: it fails when that is not there. */
const LOCATOR = /^(getBy\w+|locator|filter|waitForURL)$/;

/**
 * The texts, patterns, numbers and names within a test's assertions and locators, in the functions that it calls as well:
 * of its own file, and of the files that it imports from. What such a function is given counts when it asserts something.
 * @param {{ path: string, read: (path: string) => object | undefined }} file where the test stands
 * @returns {string[]}
 */
export function asserted({ path, read }, { body, table }) {
  const said = [];
  const entered = new Set();
  const asserting = new Map();
  let assertions = 0;
  /** Goes into a function once. @returns whether it asserts something: then what it is given counts */
  const asserts = ({ node, path: there }, scopes) => {
    if (!asserting.has(node)) {
      asserting.set(node, false);
      const before = assertions;
      visit(node, there, [node, ...scopes], false);
      asserting.set(node, assertions > before);
    }
    return asserting.get(node);
  };
  const visit = (node, from, scopes, counts) => {
    if (node.type === "CallExpression") {
      const names = chainOf(node.callee);
      const expects = names[0] === "expect";
      if (expects) said.push(names.at(-1).replaceAll(/(?=[A-Z])/g, " "));
      const called = names.length === 1 ? lookUp(names[0], from, scopes) : undefined;
      const within =
        called && isFunction(called.node)
          ? asserts(called, called.path === from ? scopes : [])
          : expects || names.some((name) => LOCATOR.test(name));
      if (within) assertions += 1;
      for (const given of node.arguments) visit(given, from, scopes, counts || within);
      // Of `names.map(...)` the names, when something is asserted of each.
      const each = node.arguments.some((given) => isFunction(given) && asserts({ node: given, path: from }, scopes));
      visit(node.callee, from, scopes, counts || within || each);
      return;
    }
    if (counts) {
      if (node.type === "Literal") said.push(literal(node));
      if (node.type === "MemberExpression" && !node.computed) said.push(node.property.name);
      if (node.type === "Property" && node.key.type === "Identifier") said.push(node.key.name);
      if (node.type === "TemplateLiteral") said.push(node.quasis.map(({ value }) => value.cooked).join("…"));
      const found = node.type === "Identifier" ? lookUp(node.name, from, scopes) : undefined;
      if (found && !isFunction(found.node) && !entered.has(found.node)) {
        entered.add(found.node);
        if (isPlain(found.node)) visit(found.node, found.path, found.path === from ? scopes : [], true);
      }
    }
    for (const child of children(node)) visit(child, from, scopes, counts);
  };
  const lookUp = (name, from, scopes) => {
    for (const scope of scopes) {
      const node = declaredIn(scope).get(name);
      if (node) return { node, path: from };
    }
    const file = read(from);
    const own = file?.declared.get(name);
    if (own) return { node: own, path: from };
    const imported = file?.imports.get(name);
    const there = imported && read(imported.path)?.declared.get(imported.name);
    return there && { node: there, path: imported.path };
  };
  visit(body, path, [body], false);
  // What `each` is given.
  if (table.type === "CallExpression") for (const rows of table.arguments) visit(rows, path, [], true);
  return said;
}

function literal({ value, regex }) {
  // A pattern's own escapes are not what it says.
  return regex ? regex.pattern.replaceAll(/\\(?=[^\w])/g, "") : String(value);
}

/** A value that is written down or a locator, not what a call of the server gave. */
function isPlain(node) {
  if (node.type === "AwaitExpression") return false;
  if (node.type === "CallExpression") return chainOf(node.callee).some((name) => LOCATOR.test(name) || name === "map");
  return true;
}
