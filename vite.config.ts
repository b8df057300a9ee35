import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { build, defineConfig, type Manifest, type Plugin } from "vite";
import { serviceWorker } from "./src/main/service-worker/build-plugin.ts";

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

/** The pages that are readable before, and without, any script: their address, their file's name and their screen. */
const prerendered = [
  { path: "/", name: "home", screen: "../features/accounts/web/onboarding-screen.tsx" },
  { path: "/landing", name: "landing", screen: "landing-page.tsx" },
];

/** What src/main/prerender.tsx exports. */
interface PrerenderedApp {
  renderPage(path: string, names: { productName: string; contactEmail: string }): Promise<string>;
}

/**
 * After the build for the browser, the same app is built for Node and its public screens are written into copies of
 * index.html: `pages/<name>.page`. The server fills in the names that it alone knows (src/main/pages.ts).
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
        if (error) return;
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
          for (const { path, name, screen } of prerendered) {
            const html = await app.renderPage(path, {
              productName: "{{productName}}",
              contactEmail: "{{contactEmail}}",
            });
            const files = filesOf(manifest, screen).filter((file) => !empty.includes(file));
            const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join("");
            const page = empty
              .replace("</head>", () => `${links}</head>`)
              .replace('<div id="root">', (root) => root + html);
            writeFileSync(join(outDir, "pages", `${name}.page`), page);
          }
        } finally {
          rmSync(work, { recursive: true, force: true });
        }
      },
    },
  };
}

/** The script of a screen and those that it imports. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no file for ${key}`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((other) => filesOf(manifest, other, seen))];
}

export default defineConfig({
  root: fileURLToPath(new URL("src/main", import.meta.url)),
  plugins: [
    serverWall(),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    prerender(),
    serviceWorker(),
  ],
  build: {
    outDir: fileURLToPath(new URL("dist/web", import.meta.url)),
    emptyOutDir: true,
    // Files, not data: URLs, so that the content security policy can stay strict.
    assetsInlineLimit: 0,
    // Lets the page-weight budget name the files of the first view.
    manifest: true,
  },
});
