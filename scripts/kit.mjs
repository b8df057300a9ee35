/** `npm run kit`: installs what is missing, then serves the page of the ui kit (kit/main.tsx) until it is stopped. */
import { join } from "node:path";
import { install, node24, root, run, stopWithParent } from "./prepare.mjs";

if (process.env.npm_lifecycle_event === "kit") stopWithParent();
await install();
process.exitCode = await run(node24, [join(root, "node_modules/vite/bin/vite.js"), "--config", "kit/vite.config.ts"]);
