/** Builds the app for Node, before it is built for browsers. */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { build, type Plugin } from "vite";
import type { NodeApp } from "#main/node-app.ts";

/** Adds a third argument to each `lazily(() => import("…"), "…")` in the build for Node: the module that it imports. */
export function lazilyFrom(): Plugin {
  return {
    name: "acebay:lazily-from",
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    enforce: "pre",
    transform: {
      filter: { code: /\blazily\(/ },
      async handler(code, id) {
        const found: { end: number; file: string }[] = [];
        new Visitor({
          CallExpression: ({ callee, arguments: [file, name, ...more], end }) => {
            if (callee.type !== "Identifier" || callee.name !== "lazily" || !name || more.length > 0) return;
            if (file?.type !== "ArrowFunctionExpression" || file.body.type !== "ImportExpression") return;
            const { source } = file.body;
            if (source.type === "Literal") found.push({ end, file: String(source.value) });
          },
        }).visit(parseSync(id, code).program);
        let changed = code;
        for (const { end, file } of found.toReversed()) {
          const resolved = await this.resolve(file, id);
          changed = `${changed.slice(0, end - 1)}, ${JSON.stringify(resolved?.id)})${changed.slice(end)}`;
        }
        return { code: changed, map: null };
      },
    },
  };
}

/** Builds the app with all that it imports into a folder, from which the server draws screens, too. @returns the app */
export async function buildForNode(outDir: string): Promise<NodeApp> {
  await build({
    configFile: fileURLToPath(new URL("../../../vite.config.ts", import.meta.url)),
    logLevel: "error",
    build: { ssr: "prerender.tsx", outDir, emptyOutDir: true, copyPublicDir: false, manifest: false },
    // Whatever the server's NODE_ENV is: React for development takes several times as long.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    // Nothing that only a build needs is installed beside a server.
    ssr: { noExternal: true },
  });
  return (await import(pathToFileURL(join(outDir, "prerender.js")).href)) as NodeApp; // Its type is that of its exports.
}
