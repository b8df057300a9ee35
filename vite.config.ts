import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { withoutServersPart } from "./src/main/build/contracts.ts";
import { compressed } from "./src/main/build/compressed.ts";
import { leanPackages } from "./src/main/build/lean.ts";
import { lazilyFrom } from "./src/main/build/build-for-node.ts";
import { pages } from "./src/main/build/pages.ts";
import { createScreens } from "./src/main/build/screens.ts";
import { serviceWorker } from "./src/main/build/service-worker.ts";
import { together } from "./src/main/build/together.ts";
import { buildTarget } from "./src/platform/shared/browsers.ts";
import { HEAD_SCRIPT } from "./src/platform/shared/head-script.ts";

/** The wall between server and browser: a page that pulls in server code does not build. */
function serverWall(): Plugin {
  const serverCode = /\/src\/(?:[^/]+\/)*server\//;
  return {
    name: "acebay:server-wall",
    load: {
      filter: { id: serverCode },
      handler(id) {
        const importers = this.getModuleInfo(id)?.importers.join(", ") || "a page";
        this.error(`${id} is server code and must not reach a browser (imported by ${importers})`);
      },
    },
  };
}

/** The script that a page begins with stands in it, and is one with the policy that allows it. */
function themeFirst(): Plugin {
  return {
    name: "acebay:theme-first",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("<!--{{theme}}-->", () => `<script>${HEAD_SCRIPT}</script>`),
    },
  };
}

const screens = createScreens();
const shared = together(screens);

export default defineConfig({
  root: fileURLToPath(new URL("src/main/web", import.meta.url)),
  plugins: [
    serverWall(),
    shared.plugin,
    leanPackages(),
    withoutServersPart(),
    react(),
    tailwindcss(),
    themeFirst(),
    lazilyFrom(),
    pages(screens),
    serviceWorker(screens),
    compressed(),
  ],
  build: {
    // Syntax and styles; what the sources call is held to the same browsers by test/browsers.test.ts.
    target: buildTarget,
    outDir: fileURLToPath(new URL("dist/web", import.meta.url)),
    emptyOutDir: true,
    // Files, not data: URLs, so that the content security policy can stay strict.
    assetsInlineLimit: 0,
    // Safari before 17 loads the same files a little later; every other phone would load half a kilobyte for it.
    modulePreload: { polyfill: false },
    // Lets the page-weight budget name the files of the first view.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: shared.groups },
      },
    },
  },
});
