/** `npm run screens`: builds what is missing, then takes the pictures (e2e/screens/main.ts). */
import { findBrowser } from "./browser.mjs";
import { buildWeb, install, mustRun, node24, run } from "./prepare.mjs";

await install();
await findBrowser(mustRun);
await buildWeb();
process.exitCode = await run(node24, ["e2e/screens/main.ts", ...process.argv.slice(2)]);
