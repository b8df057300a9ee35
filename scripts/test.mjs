/**
 * `npm test`: the house's checks, the tests on a real PostgreSQL, the journeys in a real browser, and the map from the
 * spec to them. The trials of whole processes and the sweeps, in the folders `long`, have their own command:
 * `npm run test:long`.
 */
import { rmSync } from "node:fs";
import { findBrowser } from "./browser.mjs";
import { build, install, mustRun, run } from "./prepare.mjs";
import { finish, journeys, results, specMap, stage, vitest } from "./stages.mjs";

await install();
rmSync(results, { recursive: true, force: true });
// It comes over the network, where it is missing, and only the journeys need it.
const browser = stage("browser", async () => {
  console.log(await findBrowser(mustRun), process.env.ACEBAY_HEADLESS_SHELL ?? "");
});
await stage("builds", build);
await stage("checks", () => run("npm", ["run", "--silent", "check"], { shell: process.platform === "win32" }));
await browser;
// The checks have run the house's rules.
await vitest("unit and server tests", "vitest.json", "unit", "postgres");
await journeys("browser journeys", "playwright.json", "journeys");
await specMap();
finish(0);
