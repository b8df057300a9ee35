/** What both readers of test files ask of a syntax tree. */

/** The names of a callee from its root: `expect`, `soft` of `expect.soft(x).not.toBe`; calls in between are passed. */
export function chainOf(node) {
  if (node?.type === "Identifier") return [node.name];
  if (node?.type === "MemberExpression") return [...chainOf(node.object), node.property.name ?? ""];
  if (node?.type === "CallExpression") return chainOf(node.callee);
  return node?.type === "AwaitExpression" ? chainOf(node.argument) : [""];
}

const known = new WeakMap();

/** Names declared anywhere in a node, with what they are: a function, an initial value, or what a loop goes through. */
export function declaredIn(scope) {
  const found = known.get(scope);
  if (found) return found;
  const declared = new Map();
  known.set(scope, declared);
  const name = (pattern, node) => {
    if (!pattern || !node) return;
    if (pattern.type === "Identifier") declared.set(pattern.name, node);
    else if (pattern.type === "ArrayPattern") for (const element of pattern.elements) name(element, node);
    else if (pattern.type === "ObjectPattern") for (const { value } of pattern.properties) name(value, node);
  };
  // Of a file what stands outside of functions; of a test all.
  const isTest = scope.type !== "Program";
  const visit = (node) => {
    if (node.type === "FunctionDeclaration") name(node.id, node);
    if (node.type === "VariableDeclarator") name(node.id, node.init);
    if (node.type === "ForOfStatement") name(node.left.declarations?.[0]?.id, node.right);
    if (isTest || !isFunction(node)) for (const child of children(node)) visit(child);
  };
  visit(scope);
  return declared;
}

export function isFunction(node) {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node?.type);
}

/** The nodes right below a node. */
export function children(node) {
  return Object.values(node)
    .flat()
    .filter((value) => value && typeof value === "object" && typeof value.type === "string");
}
