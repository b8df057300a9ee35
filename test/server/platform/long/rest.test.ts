/** A server that nobody calls leaves its database alone; jobs that ask together do not wait for each other. */
import { setTimeout as sleep } from "node:timers/promises";
import { createJobs, type Job } from "#platform/server/jobs.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshApp, type TestApp } from "#test/app.ts";
import { hearStatements } from "#test/statements.ts";

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

/** Starts jobs of each second. @returns the names of runs that began, and of failures, and their end */
function started(list: readonly Job[]) {
  const failed: string[] = [];
  const jobs = createJobs(list, (_error, job) => void failed.push(job), app, new AbortController().signal);
  jobs.start();
  return { failed, stop: () => jobs.stop() };
}

test("of jobs that ask together those with work run, and a slow one holds up no other", async () => {
  let [often, never] = [0, 0];
  let end = () => undefined as void;
  const slow = new Promise<void>((resolve) => (end = resolve));
  const jobs = started([
    { name: "slow", every: 1, run: () => slow, due: () => sql`true` },
    { name: "often", every: 1, run: async () => void often++, due: () => sql`1 = 1` },
    { name: "never", every: 1, run: async () => void never++, due: () => sql`false` },
  ]);
  try {
    await expect.poll(() => often, { timeout: 15_000 }).toBeGreaterThan(1);
    expect(never).toBe(0);
    expect(jobs.failed).toEqual([]);
  } finally {
    end();
    await jobs.stop();
  }
});

test("if jobs cannot ask together, all of them run, and the failure is told", async () => {
  let ran = 0;
  const jobs = started([
    { name: "broken", every: 1, run: async () => undefined, due: () => sql`EXISTS (SELECT 1 FROM no_such_table)` },
    { name: "well", every: 1, run: async () => void ran++, due: () => sql`false` },
  ]);
  try {
    await expect.poll(() => ran, { timeout: 15_000 }).toBeGreaterThan(0);
    expect(jobs.failed).toContain("look");
  } finally {
    await jobs.stop();
  }
});

test("jobs of other periods are asked by the same statement, when their seconds have come", async () => {
  const sent: string[] = [];
  await hearStatements(app.db.pool, (text) => sent.push(text));
  const [first, second] = [sql`EXISTS (SELECT 'first')`, sql`EXISTS (SELECT 'second')`];
  let [firsts, seconds] = [0, 0];
  const jobs = started([
    { name: "first", every: 1, run: async () => void firsts++, due: () => first },
    { name: "second", every: 3, run: async () => void seconds++, due: () => second },
  ]);
  await expect.poll(() => seconds, { timeout: 30_000, interval: 50 }).toBe(2);
  await jobs.stop();
  const looks = sent.filter((text) => text.includes("'first'") || text.includes("'second'"));
  expect(looks.filter((text) => !text.includes("'first'"))).toEqual([]);
  expect(looks.filter((text) => text.includes("'second'"))).toHaveLength(2);
  expect(firsts).toBe(looks.length);
  expect(looks.length).toBeGreaterThanOrEqual(6);
}, 60_000);
