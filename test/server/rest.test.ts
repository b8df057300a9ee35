/** A server that nobody calls leaves its database alone. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshApp, type TestApp } from "../app.ts";
import { hearStatements } from "../statements.ts";

const SECONDS = 10;
const MOST_A_SECOND = 2;

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
  await app.jobs.stop();
});
afterAll(() => app.close());

test("at rest fewer than two statements a second are made", async () => {
  await app.jobs.runAll();
  const sent: string[] = [];
  await hearStatements(app.db.pool, (text) => sent.push(text));
  app.jobs.start();
  await sleep(SECONDS * 1000 + 500);
  await app.jobs.stop();
  // The looks of each second are among them.
  expect(sent.length).toBeGreaterThan(SECONDS / 2);
  expect(sent.length / SECONDS).toBeLessThan(MOST_A_SECOND);
}, 60_000);
