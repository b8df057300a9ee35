/**
 * `npm run screens`: builds what is missing, then takes the pictures (e2e/screens/main.ts, engine.ts for `--engine`, or
 * landing.ts for `--landing`).
 */
import { findBrowser } from "./browser.mjs";
import { findEngines } from "./engines.mjs";
import { build, install, mustRun, node24, run } from "./prepare.mjs";

const asked = process.argv.slice(2);
await install();
if (asked[0] === "--engine") await findEngines(mustRun);
else await findBrowser(mustRun);
await build();
const others = { "--engine": "e2e/screens/engine.ts", "--landing": "e2e/screens/landing.ts" };
const other = others[asked[0]];
process.exitCode = await run(node24, [other ?? "e2e/screens/main.ts", ...asked.slice(other ? 1 : 0)]);
