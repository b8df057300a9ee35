/** Builds the service worker with the app, and gives it the list of the player side's files. */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";
import { chunksFrom, entryOf, WORKER } from "./reached.ts";
import type { Screens } from "./screens.ts";

/** Smaller texts than this go into one file: a request of its own costs each of them more than its bytes. */
const SMALL_BYTES = 8_000;

const worker = fileURLToPath(new URL("../web/service-worker.ts", import.meta.url));
export function serviceWorker(screens: Screens): Plugin {
  return {
    name: "acebay:service-worker",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    buildStart() {
      this.emitFile({ type: "chunk", id: worker, fileName: WORKER });
    },
    generateBundle: {
      // Last, because by then chunks that held only a style sheet are removed.
      order: "post",
      handler(_, bundle) {
        const sw = bundle[WORKER];
        const entry = entryOf(bundle);
        if (sw?.type !== "chunk" || !entry) return this.error("The build has no page or no worker");
        if (sw.imports.length > 0)
          this.error("The service worker must be one file: it may not share code with the app");
        const online = screens.onlineOnly();
        const isKept = (id: string) => !online.has(id) && !this.getModuleInfo(id)?.exports?.includes("onlineOnly");
        const kept = offlineFiles(entry, bundle, isKept);
        const texts = smallTexts(kept, bundle);
        const together = JSON.stringify(texts);
        const small = `assets/small-${digest(together)}.json`;
        this.emitFile({ type: "asset", fileName: small, source: together });
        const files = kept.filter((file) => !(file in texts));
        const facts = JSON.stringify({
          version: digest(JSON.stringify([kept, sw.code])),
          entry: `/${entry.fileName}`,
          files,
          small: `/${small}`,
          undisturbed: screens.undisturbed(),
        });
        if (!sw.code.includes("self.__ACEBAY_BUILD__")) this.error("The service worker does not ask for its files");
        sw.code = sw.code.replaceAll("self.__ACEBAY_BUILD__", () => facts);
      },
    },
  };
}

/** The paths of the files that the app may load without a network: code, styles, fonts and pictures. */
function offlineFiles(
  entry: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  isKept: (module: string) => boolean,
): string[] {
  const found = new Set<string>();
  for (const { fileName, viteMetadata } of chunksFrom(entry, bundle, isKept))
    for (const file of [fileName, ...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])])
      found.add(file);
  // Files named in style sheets: fonts.
  for (const output of Object.values(bundle))
    if (output.type === "asset" && output.fileName.endsWith(".woff2")) found.add(output.fileName);
  return [...found]
    .filter((file) => file.startsWith("assets/"))
    .map((file) => `/${file}`)
    .toSorted();
}

/** The small scripts and styles among the files, by their paths. */
function smallTexts(files: readonly string[], bundle: Rolldown.OutputBundle): Record<string, string> {
  const texts = files.flatMap((file) => {
    const output = bundle[file.slice(1)];
    const text = output?.type === "chunk" ? output.code : file.endsWith(".css") ? output?.source.toString() : undefined;
    return text !== undefined && text.length < SMALL_BYTES ? [[file, text] as const] : [];
  });
  return Object.fromEntries(texts);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
