/** `npm run screens`: builds what is missing, then takes the pictures (e2e/screens/main.ts, or engine.ts for `--engine`). */
import { findBrowser } from "./browser.mjs";
import { findEngines } from "./engines.mjs";
import { buildWeb, install, mustRun, node24, run } from "./prepare.mjs";

const asked = process.argv.slice(2);
await install();
if (asked[0] === "--engine") await findEngines(mustRun);
else await findBrowser(mustRun);
await buildWeb();
process.exitCode =
  asked[0] === "--engine"
    ? await run(node24, ["e2e/screens/engine.ts", ...asked.slice(1)])
    : await run(node24, ["e2e/screens/main.ts", ...asked]);
