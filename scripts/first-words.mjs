/** `npm run first-words`: builds what is missing, then measures on slow 3G (e2e/weights/first-words.ts). */
import { findBrowser } from "./browser.mjs";
import { build, install, mustRun, node24, run } from "./prepare.mjs";

await install();
await findBrowser(mustRun);
await build();
process.exitCode = await run(node24, ["e2e/weights/first-words.ts", ...process.argv.slice(2)]);
