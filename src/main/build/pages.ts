/** The pages that the build makes, one for each row of the address table that has a page. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Manifest, Plugin } from "vite";
import { languages } from "#platform/shared/language.ts";
import { deskBeginnings } from "#platform/shared/addresses/players.ts";
import { anyPage, APP_FOR_NODE, pageOf, waiting } from "#main/web-build.ts";
import { buildForNode } from "./build-for-node.ts";
import { stylesNamedIn } from "./golfers-styles.ts";
import { chunksFrom, entryOf } from "./reached.ts";
import type { Screens } from "./screens.ts";

const names = { productName: "{{productName}}", contactEmail: "{{contactEmail}}" };

/** The place of the app in index.html. */
const ROOT = '<div id="root"></div>';

/**
 * Writes the first view of each address into copies of index.html, one for each language: `pages/<name>.<language>.page`,
 * and one for all other addresses, `pages/any.<language>.page`.
 * The server fills in what only it knows (src/main/server/pages.ts). Pages for signed-in people show an outline until the
 * app runs.
 */
export function pages(screens: Screens): Plugin {
  let [root, outDir] = ["", ""];
  // Beside the build, which empties its folder first, and at the end in it.
  const forNode = () => `${outDir}.node`;
  let app: Awaited<ReturnType<typeof buildForNode>> | undefined;
  // What the scripts say that golfers may load: the pages have the styles of these.
  let golfersCode = "";
  return {
    name: "acebay:pages",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    configResolved: (config) => {
      root = config.root;
      outDir = config.build.outDir;
    },
    buildStart: async () => {
      app = await buildForNode(forNode());
      screens.learn(app.screenFiles());
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const entry = entryOf(bundle);
        if (!entry) return this.error("The build has no page");
        const chunks = chunksFrom(entry, bundle, (module) => module !== screens.desk());
        golfersCode = chunks.map(({ code }) => code).join("\n");
      },
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler: async (error) => {
        try {
          // Also closed after a failed writing, whose own error is then reported.
          if (error || !app || !existsSync(join(outDir, "index.html"))) return;
          const empty = readFileSync(join(outDir, "index.html"), "utf8");
          const manifest: Manifest = JSON.parse(readFileSync(join(outDir, ".vite", "manifest.json"), "utf8"));
          const first = readFirst(empty, (file) =>
            stylesNamedIn(golfersCode, readFileSync(join(outDir, file), "utf8")),
          );
          mkdirSync(join(outDir, "pages"), { recursive: true });
          for (const { name, path, page, first: modules } of screens.pages()) {
            const visitor = page === "everyone" || page === "visitors";
            // The app of a form is loaded after the form is shown (src/platform/web/early-form.ts).
            const scripts = page === "visitors" ? [] : modules;
            const files = new Set(scripts.flatMap((file) => filesOf(manifest, relative(root, file))));
            const links = [...files]
              .filter((file) => !empty.includes(file))
              .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
              .join("");
            for (const language of languages) {
              const html = await app.render(path, { ...names, visitor, language });
              const head = first.replace("</head>", () => `${links}</head>`);
              const whole = (visitor ? scriptsLater(head) : head).replace(ROOT, () =>
                visitor ? `<div id="root">${html}</div>` : waiting(html),
              );
              writeFileSync(join(outDir, pageOf(name, language)), whole);
            }
          }
          for (const language of languages) {
            const outline = await app.render(deskBeginnings[0], { ...names, visitor: false, language });
            writeFileSync(
              join(outDir, anyPage(language)),
              empty.replace(ROOT, () => waiting(outline)),
            );
          }
          renameSync(forNode(), join(outDir, APP_FOR_NODE));
        } finally {
          rmSync(forNode(), { recursive: true, force: true });
        }
      },
    },
  };
}

/** A page that works without scripts. Its styles are in it, so that nothing delays its picture; scripts follow. */
function readFirst(page: string, stylesOf: (file: string) => string): string {
  return page
    .replaceAll(
      /<link rel="stylesheet"[^>]* href="([^"]+)">/g,
      // The link is for Vite, which loads a sheet that no link names, and for the desk, which needs the whole sheet
      // (src/platform/web/whole-sheet.ts). It is disabled, so it loads nothing.
      (link, file: string) => `<style>${stylesOf(file)}</style>${link.replace(">", " disabled>")}`,
    )
    .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');
}

/** A page with the tags of its scripts in a template, from where they are taken after the first picture (head-script.ts). */
function scriptsLater(page: string): string {
  const tags: string[] = [];
  const without = page.replaceAll(
    /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g,
    (tag) => {
      tags.push(tag.trim());
      return "";
    },
  );
  return without.replace("</head>", () => `<template id="scripts">${tags.join("")}</template></head>`);
}

/** The scripts of a screen and of its imports. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no file for ${key}`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((other) => filesOf(manifest, other, seen))];
}
