/** `npm run lighthouse`: builds what is missing, then asks Lighthouse (e2e/weights/lighthouse.ts). */
import { findBrowser } from "./browser.mjs";
import { buildWeb, install, mustRun, node24, run } from "./prepare.mjs";

await install();
process.env.CHROME_PATH = await findBrowser(mustRun);
await buildWeb();
process.exitCode = await run(node24, ["e2e/weights/lighthouse.ts", ...process.argv.slice(2)]);
