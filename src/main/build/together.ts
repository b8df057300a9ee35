/** Which modules the build puts into the two files that most pages load, from what imports what. */
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";
import { type Named, readModule } from "./named-imports.ts";
import type { Screens } from "./screens.ts";

const source = (path: string) => fileURLToPath(new URL(`../web/${path}`, import.meta.url));
/** The page's own script, and the app around the screens, which pages for everyone work without. */
const [page, app] = [source("web.tsx"), source("root.tsx")];

/** So many of the golfers' ten screens: with three, the game's first load was beyond its budget. */
const MANY = 4;

/**
 * Two groups of modules, because a few large files pack better than dozens of small ones: `base` has what the page's own
 * script imports; `app` has what the app imports beyond it, what many screens of golfers import, and what the game, which
 * is open the longest, shares with another screen. What a page for everyone needs of that is in `base`, because it does
 * not load the app.
 */
export function together(screens: Screens): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let base: ReadonlySet<string> = new Set();
  let beyond: ReadonlySet<string> = new Set();
  return {
    plugin: {
      name: "acebay:together",
      apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
      async buildEnd(error) {
        if (error) return;
        const importedBy = createReader(this);
        const rows = screens.pages();
        const everyones = rows.flatMap((row) => (row.page === "everyone" ? row.first : []));
        const importers = new Map<string, string[]>();
        for (const { name, first, page: whose } of rows)
          if (whose === "outline" || whose === "signedIn")
            for (const id of await importedBy(first.filter((module) => module !== app)))
              importers.set(id, [...(importers.get(id) ?? []), name]);
        const ofMany = [...importers].filter(([, names]) => names.length >= (names.includes("game") ? 2 : MANY));
        const shared = (await importedBy([app])).union(new Set(ofMany.map(([id]) => id)));
        base = (await importedBy([page])).union(shared.intersection(await importedBy(everyones)));
        beyond = shared.difference(base);
      },
    },
    groups: [
      // With what CommonJS requires, which is not among the imports.
      { name: "base", priority: 1, includeDependenciesRecursively: true, test: (id) => base.has(id) },
      { name: "app", test: (id) => beyond.has(id) },
    ],
  };
}

/** @returns a function that finds the modules that some modules need before they run, without themselves */
function createReader(context: Rolldown.PluginContext): (roots: readonly string[]) => Promise<Set<string>> {
  const known = new Map<string, ReturnType<typeof readModule>>();
  function read(id: string) {
    const facts = known.get(id) ?? readModule(id, context.getModuleInfo(id)?.code ?? "");
    known.set(id, facts);
    return facts;
  }

  async function add(id: string, found: Set<string>): Promise<void> {
    if (found.has(id)) return;
    found.add(id);
    for (const needed of read(id).imports) await take(id, needed, found);
  }

  // A package's list of its modules is not all of them: one icon is not every icon.
  async function take(importer: string, { from, name }: Named, found: Set<string>): Promise<void> {
    const id = (await context.resolve(from, importer))?.id;
    if (id === undefined || !context.getModuleInfo(id)) return;
    const { list } = read(id);
    if (!list || name === undefined) return add(id, found);
    const named = list.named.get(name);
    if (named) return take(id, named, found);
    for (const other of list.whole) {
      const listed = await context.resolve(other, id);
      if (listed && context.getModuleInfo(listed.id)?.exports.includes(name))
        await take(id, { from: other, name }, found);
    }
  }

  return async (roots) => {
    const found = new Set<string>();
    for (const root of roots) await add(root, found);
    for (const root of roots) found.delete(root);
    return found;
  };
}
