/** The chunks of a build that a page may load. */
import type { Rolldown } from "vite";

/** The file of the service worker, which is an entry as well. */
export const WORKER = "sw.js";

/**
 * The entry, and what it imports at once or later, chunk after chunk.
 * @param goesOn whether the module of a file that is imported later is of interest; what it imports is left out as well
 */
export function chunksFrom(
  entry: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  goesOn: (module: string) => boolean,
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (name: string) => {
    const output = bundle[name];
    if (output?.type !== "chunk" || found.has(output)) return;
    if (output.isDynamicEntry && !goesOn(output.facadeModuleId ?? "")) return;
    found.add(output);
    for (const other of [...output.imports, ...output.dynamicImports]) visit(other);
  };
  visit(entry.fileName);
  return [...found];
}

/** The chunk that the page names. */
export function entryOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk | undefined {
  return Object.values(bundle).find(
    (output): output is Rolldown.OutputChunk => output.type === "chunk" && output.isEntry && output.fileName !== WORKER,
  );
}
