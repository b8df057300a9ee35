/** `npm run weights`: builds what is missing, then weighs what each route loads first (e2e/weights/main.ts). */
import { findBrowser } from "./browser.mjs";
import { build, install, mustRun, node24, run } from "./prepare.mjs";

await install();
await findBrowser(mustRun);
await build();
process.exitCode = await run(node24, ["e2e/weights/main.ts", ...process.argv.slice(2)]);
