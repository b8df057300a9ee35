/** The rules of the house as pure functions: files in, sentences about broken rules out. */
import type { SourceFile, Use } from "./source.ts";
import { maySee, mayUse, zoneOf } from "./zones.ts";

export interface House {
  files: readonly SourceFile[];
  /** The `dependencies` of package.json, which production's server installs, and its optional peers, which it may. */
  serverPackages: ReadonlySet<string>;
}

type Rule = (house: House) => string[];

const LONGEST = 300;

/** Tests may import anything. */
const isTest = (path: string) => path.includes(".test.");
const isSource = ({ path }: SourceFile) => path.startsWith("src/") && !isTest(path);

export const rules = {
  "every source file has its place": ({ files }) =>
    files
      .filter((file) => isSource(file) && !zoneOf(file.path))
      .map(({ path }) => `${path} is in no zone of the house`),

  "imports point left and down": ({ files, serverPackages }) =>
    files.filter(isSource).flatMap((file) => {
      const from = zoneOf(file.path);
      if (!from) return [];
      const wrong = file.imports.filter(({ kind, target }) => {
        if (kind === "package") return !mayUse(from, target, serverPackages);
        const to = zoneOf(target);
        return !to || !maySee(from, to);
      });
      return wrong.map(({ target, line }) => `${file.path}:${line} may not import ${target}`);
    }),

  "server and web never meet": ({ files }) => {
    const graph = graphOf(files.filter(isSource));
    return [...graph.keys()].flatMap((path) => {
      const reached = [...reachableFrom(path, graph)];
      const servers = reached.find((other) => /\/server\//.test(other));
      const web = reached.find((other) => /\/web\//.test(other));
      return servers && web ? [`${path} reaches both ${servers} and ${web}`] : [];
    });
  },

  "no cycles between files": ({ files }) => {
    const graph = graphOf(files);
    const cyclic = [...graph.keys()].filter((path) => reachableFrom(path, graph, false).has(path));
    return cyclic.length === 0 ? [] : [`These import each other in a circle: ${cyclic.join(", ")}`];
  },

  "SQL stands in stores": onlyIn(
    "sql",
    /^src\/platform\/server\/|\/(.*-)?(store|tables)\.ts$|^src\/features\/payments\/server\/sandbox[^/]*|^src\/main\/server\/(audit[^/]*|audit\/[^/]*|seed)\.ts$/,
    /^src\//,
  ),

  "the environment is read in the configuration": onlyIn(
    "environment",
    // The commands pass it to `readConfig`.
    /^src\/platform\/server\/config\.ts$|^src\/main\/server\/(server|audit|reconcile|admin|backup|drill|base-backup|recover|restore|migrate|rollups)\.ts$/,
    /^src\//,
  ),

  // The tests of all files share a PostgreSQL: without a condition on the database's name, another file's tests would
  // lose their connections.
  "tests end the connections to their own database only": ({ files }) =>
    files
      .filter(({ path }) => path.startsWith("test/") && path !== "test/database.ts" && !path.includes("architecture"))
      .flatMap(({ path, uses }) => uses["end of connections"].map((line) => `${path}:${line} ends connections itself`)),

  "the clock is injected": onlyIn("clock", /^$/, /^src\/features\/|(^|\/)rules\.ts$/),

  "no folder for everything": ({ files }) =>
    files
      .filter(({ path }) => /\/(utils?|helpers?|libs?|common)\//.test(path))
      .map(({ path }) => `${path}: name the folder by what it is for`),

  "no file is too long": ({ files }) =>
    files
      .filter(({ lines }) => lines > LONGEST)
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${LONGEST}`),
} satisfies Record<string, Rule>;

function onlyIn(use: Use, allowed: RegExp, scope: RegExp): Rule {
  return ({ files }) =>
    files
      .filter(({ path }) => scope.test(path) && !allowed.test(path) && !isTest(path))
      .flatMap(({ path, uses }) => uses[use].map((line) => `${path}:${line} uses the ${use}`));
}

type Graph = ReadonlyMap<string, readonly string[]>;

function graphOf(files: readonly SourceFile[]): Graph {
  return new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
}

function reachableFrom(start: string, graph: Graph, withStart = true): Set<string> {
  const seen = new Set<string>(withStart ? [start] : []);
  const next = [...(graph.get(start) ?? [])];
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    next.push(...(graph.get(path) ?? []));
  }
  return seen;
}
