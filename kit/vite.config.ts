/** The page of the ui kit, for `npm run kit`. It is apart from the app's build. */
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // There is no server: `/healthz` is a 404, so that the parts that show themselves offline stay.
  appType: "mpa",
  plugins: [react(), tailwindcss()],
  server: { port: 3100, fs: { allow: [".."] } },
});
