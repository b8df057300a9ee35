/** Puts small modules in the places of larger ones of packages, which every page loads. */
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const icon = fileURLToPath(new URL("../web/icon.ts", import.meta.url));

export function leanPackages(): Plugin {
  return {
    name: "acebay:lean-packages",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /\/createLucideIcon\.mjs$|^use-sync-external-store\/shim\// },
      handler(id, importer) {
        if (id.endsWith("/createLucideIcon.mjs")) return icon;
        // React has had the hook itself since version 18.
        return this.resolve("react", importer, { skipSelf: true });
      },
    },
  };
}
