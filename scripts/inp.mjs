/** `npm run inp`: builds what is missing, then measures golfers' taps (e2e/weights/inp.ts). */
import { findBrowser } from "./browser.mjs";
import { build, install, mustRun, node24, run } from "./prepare.mjs";

await install();
await findBrowser(mustRun);
await build();
process.exitCode = await run(node24, ["e2e/weights/inp.ts", ...process.argv.slice(2)]);
