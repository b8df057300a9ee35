/** The facts about a source file for the house's rules, from a real parser. */
import { posix } from "node:path";
import { Visitor, parseSync } from "oxc-parser";

export interface SourceFile {
  /** From the project's root, with `/`. */
  path: string;
  lines: number;
  imports: Import[];
  /** The lines on which it does what only some files may do. */
  uses: Record<Use, number[]>;
}

export interface Import {
  /** A path from the project's root, or the name of a package (`node:` for all of Node's own). */
  target: string;
  kind: "file" | "package";
  line: number;
}

export type Use = "sql" | "environment" | "clock" | "end of connections";

/** The subpath imports of package.json. */
const ALIAS = /^#(platform|features|main)\//;

export function parseSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  const imports: Import[] = [];
  const uses: SourceFile["uses"] = { sql: [], environment: [], clock: [], "end of connections": [] };
  const addImport = (specifier: string, at: number) => imports.push({ ...resolve(path, specifier), line: lineOf(at) });

  for (const { moduleRequest, start } of module.staticImports) addImport(moduleRequest.value, start);
  for (const { entries, start } of module.staticExports) {
    const from = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (from) addImport(from.value, start);
  }
  new Visitor({
    ImportExpression: ({ source, start }) => {
      if (source.type === "Literal" && typeof source.value === "string") addImport(source.value, start);
    },
    TSImportType: ({ source, start }) => addImport(source.value, start),
    Literal: ({ value, start }) => {
      if (endsConnections(value)) uses["end of connections"].push(lineOf(start));
    },
    TemplateElement: ({ value, start }) => {
      if (endsConnections(value.raw)) uses["end of connections"].push(lineOf(start));
    },
    TaggedTemplateExpression: ({ tag, start }) => {
      if (tag.type === "Identifier" && tag.name === "sql") uses.sql.push(lineOf(start));
    },
    CallExpression: ({ callee, start }) => {
      const called = nameOf(callee);
      // The permissions are the browser's.
      if (/\.(query|execute)$/.test(called) && called !== "permissions.query") uses.sql.push(lineOf(start));
      if (called === "Date.now" || called === "Date") uses.clock.push(lineOf(start));
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (nameOf(callee) === "Date" && given.length === 0) uses.clock.push(lineOf(start));
    },
    MemberExpression: (node) => {
      const name = nameOf(node);
      if (name.endsWith(".sql")) uses.sql.push(lineOf(node.start));
      if (name === "process.env") uses.environment.push(lineOf(node.start));
    },
  }).visit(program);
  return { path, lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0), imports, uses };
}

const endsConnections = (text: unknown) => typeof text === "string" && text.includes("pg_terminate_backend(");

/** `a.b` for a member of a named thing, `.b` for a member of anything else. */
function nameOf(node: {
  type: string;
  name?: unknown;
  object?: unknown;
  property?: unknown;
  computed?: boolean;
}): string {
  if (node.type === "Identifier") return String(node.name);
  if (node.type !== "MemberExpression" || node.computed) return "";
  const { object, property } = node as { object: Parameters<typeof nameOf>[0]; property: { name: string } };
  return `${object.type === "Identifier" ? nameOf(object) : ""}.${property.name}`;
}

function resolve(from: string, specifier: string): Pick<Import, "target" | "kind"> {
  if (specifier.startsWith(".")) return { kind: "file", target: posix.join(posix.dirname(from), specifier) };
  if (specifier.startsWith("#test/")) return { kind: "file", target: specifier.slice(1) };
  if (ALIAS.test(specifier)) return { kind: "file", target: `src/${specifier.slice(1)}` };
  if (specifier.startsWith("node:")) return { kind: "package", target: "node:" };
  return {
    kind: "package",
    target: specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/"),
  };
}
