/** `npm run dev`: installs what is missing, then runs the server and Vite on one address until it is stopped (dev-front.mjs). */
import { install, node24, run, stopWithParent } from "./prepare.mjs";

if (process.env.npm_lifecycle_event === "dev") stopWithParent();
await install();
process.exitCode = await run(node24, ["scripts/dev-front.mjs", ...process.argv.slice(2)]);
