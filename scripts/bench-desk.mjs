/** `npm run bench:desk`: builds what is missing, then measures the desk in a real browser (e2e/desk/main.ts). */
import { findBrowser } from "./browser.mjs";
import { build, install, mustRun, node24, run } from "./prepare.mjs";

await install();
await findBrowser(mustRun);
await build();
process.exitCode = await run(node24, ["e2e/desk/main.ts", ...process.argv.slice(2)]);
