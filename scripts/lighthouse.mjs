/** `npm run lighthouse`: builds what is missing, then asks Lighthouse (e2e/weights/lighthouse.ts). */
import { findBrowser } from "./browser.mjs";
import { build, install, mustRun, node24, run } from "./prepare.mjs";

await install();
process.env.CHROME_PATH = await findBrowser(mustRun);
await build();
process.exitCode = await run(node24, ["e2e/weights/lighthouse.ts", ...process.argv.slice(2)]);
