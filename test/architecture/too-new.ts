/** Finds features in a source that not all of our browsers have, and that it does not test for first. */
import { parseSync, Visitor } from "oxc-parser";
import {
  implies,
  isEverywhere,
  type Since,
  sinceOfGlobal,
  sinceOfMember,
  sinceOfSelector,
  sinceOfStatic,
} from "./features.ts";

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Named extends Node {
  name: string;
}
interface Member extends Node {
  object: Node;
  property: Node;
  computed: boolean;
  optional: boolean;
}

/** A place of a use or a test, and the first browser versions with its feature. */
interface Place {
  at: number;
  what: string;
  since: Since;
}

const isNamed = (node: Node): node is Named => node.type === "Identifier";
const isMember = (node: Node): node is Member => node.type === "MemberExpression";
const memberName = (node: Member) => (!node.computed && isNamed(node.property) ? node.property.name : undefined);
const takesSelector = new Set(["matches", "closest", "querySelector", "querySelectorAll"]);

/**
 * A use is allowed if the code tests for the feature before it, in the same outermost function: `typeof x.y`, `"y" in
 * x`, `x.y?.()`, `if (x.y)`, `x.y && …`. A test for another feature that came at the same time or later is enough: a
 * browser with `showPopover` also has `hidePopover`.
 * @param own names of members that are the project's own; a member of the platform with the same name cannot be
 * distinguished from them
 * @returns a sentence for each use
 */
export function tooNew(path: string, text: string, own: ReadonlySet<string>): string[] {
  const { program, module } = parseSync(path, text);
  const uses: Place[] = [];
  const tests: Place[] = [];
  const declared = declaredIn(program);
  const imported = new Set(
    module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );

  const featureOf = (node: Node): { what: string; since: Since } | undefined => {
    if (isNamed(node)) {
      const since = declared.has(node.name) ? undefined : sinceOfGlobal(node.name);
      return since && { what: node.name, since };
    }
    const member = isMember(node) ? memberName(node) : undefined;
    if (!isMember(node) || member === undefined) return undefined;
    const { object } = node;
    if (isNamed(object) && !declared.has(object.name)) {
      const since = sinceOfStatic(object.name, member);
      if (since) return { what: `${object.name}.${member}`, since };
    }
    if (own.has(member) || imported.has(rootOf(object))) return undefined;
    const since = sinceOfMember(member);
    return since && { what: `.${member}`, since };
  };
  const use = (node: Node) => {
    const feature = featureOf(node);
    if (feature && !isEverywhere(feature.since)) uses.push({ at: node.start, ...feature });
  };
  /** Names within a test may be missing in a browser. */
  const test = (node: Node | null) => {
    if (!node) return;
    const feature = featureOf(node);
    if (feature) tests.push({ at: node.start, ...feature });
  };
  const condition = (node: Node | null) => {
    for (const part of partsOf(node)) test(part);
  };

  new Visitor({
    CallExpression: ({ callee, optional, arguments: given }) => {
      if (optional) return test(callee);
      use(callee);
      const [selector] = given;
      if (isMember(callee) && takesSelector.has(memberName(callee) ?? "") && selector?.type === "Literal")
        for (const [, name] of String(selector.value).matchAll(/::?([a-z-]+)/g)) {
          const since = sinceOfSelector(name ?? "");
          if (since && !isEverywhere(since)) uses.push({ at: selector.start, what: `:${name}`, since });
        }
    },
    NewExpression: ({ callee }) => use(callee),
    MemberExpression: ({ object, optional }) => (optional ? test(object) : use(object)),
    UnaryExpression: ({ operator, argument }) => {
      if (operator === "typeof") test(argument);
    },
    BinaryExpression: ({ operator, left, right }) => {
      if (operator === "in" && left.type === "Literal") {
        const name = String(left.value);
        const since = (isNamed(right) ? sinceOfStatic(right.name, name) : undefined) ?? sinceOfMember(name);
        if (since) tests.push({ at: left.start, what: name, since });
      } else if (/^[!=]==?$/.test(operator)) condition(left);
    },
    IfStatement: ({ test: asked }) => condition(asked),
    ConditionalExpression: ({ test: asked }) => condition(asked),
    LogicalExpression: ({ left }) => condition(left),
  }).visit(program);

  const outermost = program.body.map(({ start, end }) => ({ start, end }));
  const isTested = ({ at, since }: Place) => {
    const around = outermost.find(({ start, end }) => start <= at && at < end);
    return tests.some((asked) => around && around.start <= asked.at && asked.at < at && implies(asked.since, since));
  };
  return uses
    .filter((one) => !isTested(one))
    .map(
      ({ at, what }) =>
        `${path}:${text.slice(0, at).split("\n").length} uses ${what}, which is younger than our oldest browsers`,
    );
}

/** The parts of `a`, `a && b`, `!a` that are tested for. */
function partsOf(node: Node | null): Node[] {
  if (!node) return [];
  if (node.type === "LogicalExpression") {
    const { left, right } = node as Node & { left: Node; right: Node };
    return [...partsOf(left), ...partsOf(right)];
  }
  if (node.type === "UnaryExpression") return partsOf((node as Node & { argument: Node }).argument);
  return isNamed(node) || isMember(node) ? [node] : [];
}

function rootOf(node: Node): string {
  if (isMember(node)) return rootOf(node.object);
  if (node.type === "CallExpression") return rootOf((node as Node & { callee: Node }).callee);
  return isNamed(node) ? node.name : "";
}

type Program = ReturnType<typeof parseSync>["program"];

/** Every name that the file binds somewhere, whatever the scope. */
function declaredIn(program: Program): Set<string> {
  const names = new Set<string>();
  const bind = (node: unknown): void => {
    if (typeof node !== "object" || node === null || !("type" in node)) return;
    const pattern = node as { type: string } & Record<string, unknown>;
    if (pattern.type === "Identifier") names.add(String(pattern["name"]));
    for (const part of ["elements", "properties"])
      if (Array.isArray(pattern[part])) for (const inner of pattern[part]) bind(inner);
    for (const part of ["argument", "left", "parameter"]) bind(pattern[part]);
    if (pattern.type === "Property") bind(pattern["value"]);
  };
  const params = ({ params: given }: { params: unknown[] }) => given.forEach(bind);
  new Visitor({
    VariableDeclarator: ({ id }) => bind(id),
    FunctionDeclaration: (node) => {
      bind(node.id);
      params(node);
    },
    FunctionExpression: params,
    ArrowFunctionExpression: params,
    ClassDeclaration: ({ id }) => bind(id),
    CatchClause: ({ param }) => bind(param),
    ImportSpecifier: ({ local }) => bind(local),
    ImportDefaultSpecifier: ({ local }) => bind(local),
    ImportNamespaceSpecifier: ({ local }) => bind(local),
  }).visit(program);
  return names;
}

/** The names that a source gives to members of its own objects. */
export function membersOf(path: string, text: string): string[] {
  const names: string[] = [];
  const key = ({ key: node }: { key: Node }) => {
    if (isNamed(node)) names.push(node.name);
  };
  new Visitor({
    ObjectExpression: ({ properties }) => {
      for (const property of properties) if (property.type === "Property") key(property);
    },
    TSPropertySignature: key,
    TSMethodSignature: key,
    MethodDefinition: key,
    PropertyDefinition: key,
  }).visit(parseSync(path, text).program);
  return names;
}
