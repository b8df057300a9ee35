/** `npm run upgrade-test`: finds the browser, then runs the trial (trials/upgrade/main.ts). */
import { findBrowser } from "./browser.mjs";
import { install, mustRun, node24, run } from "./prepare.mjs";

await install();
await findBrowser(mustRun);
process.exitCode = await run(node24, ["trials/upgrade/main.ts", ...process.argv.slice(2)]);
