import { fileURLToPath } from "node:url";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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

export default defineConfig({
  root: fileURLToPath(new URL("src/main", import.meta.url)),
  plugins: [serverWall(), react(), babel({ presets: [reactCompilerPreset()] }), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL("dist/web", import.meta.url)),
    emptyOutDir: true,
    // Files, not data: URLs, so that the content security policy can stay strict.
    assetsInlineLimit: 0,
    // Lets the page-weight budget name the files of the first view.
    manifest: true,
  },
});
