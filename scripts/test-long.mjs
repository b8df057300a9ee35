/**
 * `npm run test:long`: what lies in the folders `long`. These are trials of whole processes, commands and limits, which
 * wait in real time, and sweeps: the same question asked of every route, screen, state, language or browser. Then
 * `npm run first-words` runs once over all its pages, and the server's tests of `npm test` on the oldest PostgreSQL that
 * Acebay promises.
 */
import { findBrowser } from "./browser.mjs";
import { findEngines } from "./engines.mjs";
import { oldestPostgres } from "./oldest-postgres.mjs";
import { build, install, mustRun, node24, run } from "./prepare.mjs";
import { finish, journeys, specMap, stage, vitest } from "./stages.mjs";

await install();
// They come over the network, where they are missing, and only the journeys need them.
const browsers = stage("browsers", async () => {
  console.log(await findBrowser(mustRun), process.env.ACEBAY_HEADLESS_SHELL ?? "", ...(await findEngines(mustRun)));
});
await stage("builds", build);
await browsers;
await vitest("long server tests", "vitest-long.json", "long", "alone");
await journeys("long journeys", "playwright-long.json", "long");
await specMap("--long");
// It waits for words of each page, which nothing else keeps true. How fast they come is not judged here.
await stage("first words", () => run(node24, ["e2e/weights/first-words.ts", "--fast", "--runs=1"]));
process.env.ACEBAY_TEST_POSTGRES = await oldestPostgres();
await vitest("server tests on PostgreSQL 15", "vitest-postgres-15.json", "postgres");
finish(0);
