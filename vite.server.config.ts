/**
 * The server as a bundle, as it runs in production: Node reads a few files in place of two thousand. Tests and
 * development run the sources.
 */
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import manifest from "./package.json" with { type: "json" };

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The sources require Drizzle, because Node imports it slowly; a bundle contains it. */
function drizzleInside(): Plugin {
  return {
    name: "acebay:drizzle-inside",
    enforce: "pre",
    transform: {
      filter: { id: /\/platform\/server\/db\/drizzle\.ts$/ },
      handler: (code) => ({
        code: code.replace(/const (\w+): typeof \w+ = load\((".+?")\);/g, "import * as $1 from $2;"),
        map: null,
      }),
    },
  };
}

/** Not installed where nobody wants traces. The interface is small, and the metrics' library has it. */
const forTraces = Object.keys(manifest.peerDependencies).filter((name) => name !== "@opentelemetry/api");

export default defineConfig({
  publicDir: false,
  plugins: [drizzleInside()],
  build: {
    ssr: true,
    target: "node24",
    outDir: at("dist/server"),
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: { server: at("src/main/server/server.ts"), worker: at("src/main/server/worker.ts") },
      output: { chunkFileNames: "[name]-[hash].js" },
    },
  },
  ssr: {
    noExternal: true,
    // They read files of their own packages, or are no JavaScript.
    external: ["sharp", "pdfkit", "fontkit", "pg-native", ...forTraces],
  },
});
