/** The pages that the build makes of the app, one for each row of the address table that has one. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Manifest, Plugin } from "vite";
import { buildForNode } from "./build-for-node.ts";
import type { Screens } from "./screens.ts";

const names = { productName: "{{productName}}", contactEmail: "{{contactEmail}}" };

/**
 * Writes what each address first shows into a copy of index.html: `pages/<name>.page`. The server fills in the names
 * that it alone knows (src/main/server/pages.ts). Those of people who are signed in show their shape until the app does.
 */
export function pages(screens: Screens): Plugin {
  let [root, outDir] = ["", ""];
  let app: Awaited<ReturnType<typeof buildForNode>> | undefined;
  return {
    name: "acebay:pages",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    configResolved: (config) => {
      root = config.root;
      outDir = config.build.outDir;
    },
    buildStart: async () => {
      app = await buildForNode(`${outDir}.node`);
      screens.learn(app.screenFiles());
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler: async (error) => {
        try {
          // Closed as well when writing it has failed, whose own error then counts.
          if (error || !app || !existsSync(join(outDir, "index.html"))) return;
          const empty = readFileSync(join(outDir, "index.html"), "utf8");
          const manifest: Manifest = JSON.parse(readFileSync(join(outDir, ".vite", "manifest.json"), "utf8"));
          mkdirSync(join(outDir, "pages"), { recursive: true });
          for (const { name, path, page, first } of screens.pages()) {
            const visitor = page !== "signedIn";
            const html = await app.render(path, { ...names, visitor });
            // The app of a form comes when the form stands (src/platform/web/early-form.ts).
            const scripts = page === "visitors" ? [] : first;
            const files = new Set(scripts.flatMap((file) => filesOf(manifest, relative(root, file))));
            const links = [...files]
              .filter((file) => !empty.includes(file))
              .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
              .join("");
            const whole = readFirst(empty, outDir)
              .replace("</head>", () => `${links}</head>`)
              .replace('<div id="root">', () => `<div id="root"${visitor ? "" : ' aria-busy="true"'}>${html}`);
            writeFileSync(join(outDir, "pages", `${name}.page`), whole);
          }
        } finally {
          app?.close();
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
