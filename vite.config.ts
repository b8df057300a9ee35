import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, defineConfig, type Manifest, type Plugin } from "vite";
import { serviceWorker } from "./src/main/build/service-worker.ts";
import { buildTarget } from "./src/platform/shared/browsers.ts";
import { THEME_SCRIPT } from "./src/platform/shared/theme-script.ts";

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

/** What only the server and the API's document need of a route: its summary, who may call it and how often. */
const serversPart = /\b(?:summary:\s*"(?:[^"\\]|\\.)*"|permission:\s*"\w+"|limit:\s*\{[^}]*\}),?/g;

/** Leaves it out of what a browser loads from a build. */
function withoutServersPart(): Plugin {
  return {
    name: "acebay:without-servers-part",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/features\/[^/]+\/(?:[^/]+-)?contract\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(serversPart, ""), map: null }),
    },
  };
}

/** The script that a page begins with stands in it, and is one with the policy that allows it. */
function themeFirst(): Plugin {
  return {
    name: "acebay:theme-first",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("<!--{{theme}}-->", () => `<script>${THEME_SCRIPT}</script>`),
    },
  };
}

/**
 * The pages that the build makes: their address, their file's name, and whose scripts their head asks for at once. A
 * visitor's are there before any script; of those, the forms belong to the app, which comes when they stand
 * (src/platform/web/early-form.ts). Those of people who are signed in show their shape until the app does.
 */
const pages: readonly { path: string; name: string; visitor?: true; screens: readonly string[] }[] = [
  { path: "/", name: "home", visitor: true, screens: ["../../features/accounts/web/onboarding-screen.tsx"] },
  {
    path: "/landing",
    name: "landing",
    visitor: true,
    screens: ["../../features/courses/web/landing/landing-screen.tsx"],
  },
  { path: "/login", name: "login", visitor: true, screens: [] },
  { path: "/register", name: "register", visitor: true, screens: [] },
  { path: "/course", name: "course", screens: ["root.tsx", "choosing-step.tsx"] },
  { path: "/package", name: "package", screens: ["root.tsx", "choosing-step.tsx"] },
  { path: "/checkout", name: "checkout", screens: ["root.tsx", "checkout-page.tsx"] },
  { path: "/game", name: "game", screens: ["root.tsx", "game-page.tsx"] },
  { path: "/prizes", name: "prizes", screens: ["root.tsx", "prizes-page.tsx"] },
  { path: "/profile", name: "profile", screens: ["root.tsx", "profile-page.tsx"] },
];

/** What src/main/web/prerender.tsx exports. */
interface PrerenderedApp {
  renderPage(path: string, names: { productName: string; contactEmail: string }, visitor: boolean): Promise<string>;
}

/**
 * After the build for the browser, the same app is built for Node and what it first shows is written into copies of
 * index.html: `pages/<name>.page`. The server fills in the names that it alone knows (src/main/server/pages.ts).
 */
function prerender(): Plugin {
  let outDir = "";
  return {
    name: "acebay:prerender",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    configResolved: ({ build: { outDir: resolved } }) => {
      outDir = resolved;
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler: async (error) => {
        // Closed as well when writing it has failed, whose own error then counts.
        if (error || !existsSync(join(outDir, "index.html"))) return;
        const work = `${outDir}.prerender`;
        try {
          await build({
            configFile: fileURLToPath(import.meta.url),
            logLevel: "error",
            build: { ssr: "prerender.tsx", outDir: work, emptyOutDir: true, manifest: false },
          });
          const app: PrerenderedApp = await import(pathToFileURL(join(work, "prerender.js")).href);
          const empty = readFileSync(join(outDir, "index.html"), "utf8");
          const manifest: Manifest = JSON.parse(readFileSync(join(outDir, ".vite", "manifest.json"), "utf8"));
          mkdirSync(join(outDir, "pages"), { recursive: true });
          for (const { path, name, visitor = false, screens } of pages) {
            const names = { productName: "{{productName}}", contactEmail: "{{contactEmail}}" };
            const html = await app.renderPage(path, names, visitor);
            const files = new Set(screens.flatMap((screen) => filesOf(manifest, screen)));
            const links = [...files]
              .filter((file) => !empty.includes(file))
              .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
              .join("");
            const page = readFirst(empty, outDir)
              .replace("</head>", () => `${links}</head>`)
              .replace('<div id="root">', () => `<div id="root"${visitor ? "" : ' aria-busy="true"'}>${html}`);
            writeFileSync(join(outDir, "pages", `${name}.page`), page);
          }
        } finally {
          rmSync(work, { recursive: true, force: true });
        }
      },
    },
  };
}

/** A page that stands without scripts: its style sheet is in it, so that nothing holds up its picture; they follow. */
function readFirst(page: string, outDir: string): string {
  return page
    .replaceAll(
      /<link rel="stylesheet"[^>]* href="([^"]+)">/g,
      // The link is for Vite, which would ask for a sheet that no link names; disabled, it loads nothing.
      (link, file: string) =>
        `<style>${readFileSync(join(outDir, file), "utf8")}</style>${link.replace(">", " disabled>")}`,
    )
    .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');
}

/** The script of a screen and those that it imports. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no file for ${key}`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((other) => filesOf(manifest, other, seen))];
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
    test: /\/node_modules\/(?:zod|@tanstack)\/|\/main\/web\/(?:guards|screen)\.|\/features\/(?:accounts|courses|booking|orders|play)\/contract\.|\/platform\/(?:web\/(?:api|api-words|query|storage|form|caller|live|random-id)|web\/ui\/(?:card|focus|server-clock|states|time)|shared\/(?:wire|refusal|route))\./,
  },
];

export default defineConfig({
  root: fileURLToPath(new URL("src/main/web", import.meta.url)),
  plugins: [serverWall(), withoutServersPart(), react(), tailwindcss(), themeFirst(), prerender(), serviceWorker()],
  build: {
    // Syntax and styles; what the sources call is held to the same browsers by test/browsers.test.ts.
    target: buildTarget,
    outDir: fileURLToPath(new URL("dist/web", import.meta.url)),
    emptyOutDir: true,
    // Files, not data: URLs, so that the content security policy can stay strict.
    assetsInlineLimit: 0,
    // Lets the page-weight budget name the files of the first view.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
  },
});
