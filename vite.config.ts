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

/**
 * Files of what is loaded together anyway: a few large ones pack better than dozens of small ones. `base` is on every
 * page, `app` on every page but a visitor's first.
 */
const groups = [
  {
    name: "base",
    priority: 1,
    includeDependenciesRecursively: true,
    test: /\/node_modules\/(?:react|react-dom|wouter)\/|\/platform\/web\/(?:idle|theme)\.|\/platform\/web\/ui\/(?:banner|button|flag|money|player-shell|progress|title|toast)\./,
  },
  {
    name: "app",
    test: /\/node_modules\/(?:zod|@tanstack)\/(?!.*(?:infiniteQueryObserver|useInfiniteQuery)\.)|\/main\/web\/(?:free-shot|guards|screen|screen-loading)\.|\/features\/(?:accounts|courses|booking|orders|play)\/contract\.|\/features\/(?:courses|play)\/rules\.|\/lucide-react\/.*\/icons\/(?:circle-pause|hourglass|rotate-ccw|timer|undo-2|user-round)\.|\/platform\/(?:web\/(?:action|api|api-words|attended|query|storage|caller|live|random-id|step-up|device-clock)|web\/ui\/(?:card|clock|focus|late|opening|server-clock|states|time)|shared\/(?:wire|refusal|route))\./,
  },
];

const screens = createScreens();

export default defineConfig({
  root: fileURLToPath(new URL("src/main/web", import.meta.url)),
  plugins: [
    serverWall(),
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
        codeSplitting: { includeDependenciesRecursively: false, groups },
      },
    },
  },
});
