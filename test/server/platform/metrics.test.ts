/**
 * Operations: what `/metrics` says about calls, streams and jobs, what it never says, and how often it reads the
 * database.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJobs } from "#platform/server/jobs.ts";
import { watchJobs } from "#platform/server/metrics/job-watch.ts";
import { claim, freshApp, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { followStream } from "#test/stream.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";

let app: TestApp;
let golfer: Player;
let session: { id: string };
beforeAll(async () => {
  app = await freshApp();
  golfer = await app.player("Wilhelmina Tester", "wilhelmina@example.com");
  session = await play(golfer, packs.sponsored);
  await shoot(golfer, session.id);
  await claim(golfer, session.id, "left");
  await app.jobs.runAll();
});
afterAll(() => app.close());

const scrape = async (of: Pick<TestApp, "browser"> = app) => String((await of.browser().raw("GET", "/metrics")).body);

/** The value of a line; undefined if there is none. */
async function valueOf(line: string, of: Pick<TestApp, "browser"> = app): Promise<number | undefined> {
  const found = (await scrape(of)).split("\n").find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

const calls = (method: string, route: string, status: string) =>
  valueOf(`acebay_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`);

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}

test("calls are timed by their route's pattern and the class of their status, and each counts once", async () => {
  expect(await calls("POST", "/api/attempts", "2xx")).toBe(2);
  for (const method of ["GET", "HEAD"] as const) {
    await app.http.inject({ method, url: "/api/courses/1" });
    await app.http.inject({ method, url: "/api/courses/2" });
    await app.http.inject({ method, url: "/api/courses/99" });
    expect(await calls(method, "/api/courses/:id", "2xx")).toBe(2);
    expect(await calls(method, "/api/courses/:id", "4xx")).toBe(1);
  }
  const seconds = 'acebay_http_request_duration_seconds_sum{method="POST",route="/api/attempts",status="2xx"}';
  expect(await valueOf(seconds)).toBeGreaterThan(0);
});

test("addresses that do not exist share one label", async () => {
  for (const path of ["/api/nothing", "/api/none/7", "/api/", `/api/${session.id}`]) await golfer.raw("GET", path);
  await golfer.raw("POST", "/api/nothing/else");
  expect(await calls("any", "unmatched", "4xx")).toBe(5);
  expect(await scrape()).not.toMatch(/route="[^"]*(nothing|none)/);
});

test("nothing in it says who somebody is", async () => {
  // Names and labels only: a value is a number, and any digits may stand in one.
  const text = (await scrape()).replaceAll(/ \S+$/gm, "");
  expect(text).toContain("acebay_http_responses_total");
  for (const secret of [
    "Wilhelmina",
    "wilhelmina@",
    "555 010",
    golfer.id,
    golfer.userId,
    session.id,
    "127.0.0.1",
    "4242",
  ])
    expect(text).not.toContain(secret);
  // No label is an id of anything.
  expect(text).not.toMatch(/="[0-9a-f]{8}-/);
});

test("tells of sessions, shots, claims, pots, payments, refunds, queues, jobs and the audit", async () => {
  const lines = (await scrape()).split("\n");
  for (const line of [
    'acebay_sessions_open{status="active"} 1',
    "acebay_sessions_last_hour 1",
    "acebay_shots_last_hour 1",
    'acebay_claims{state="pending"} 1',
    'acebay_claims{state="unseen"} 1',
    'acebay_claims_last_day{seen="waiting"} 1',
    'acebay_payments_last_hour{state="succeeded"} 1',
    "acebay_payments_open 0",
    'acebay_refunds{state="due"} 0',
    "acebay_refunds_due_cents 0",
    'acebay_payment_troubles{kind="stuck_payment"} 0',
    'acebay_queue_waiting{queue="push"} 0',
    'acebay_job_age_seconds{job="audit"} 0',
    'acebay_job_stands_still{job="reconcile"} 0',
    'acebay_job_failures_total{job="mail"} 0',
    "acebay_audit_faults 0",
    "acebay_database_up 1",
    "acebay_database_writable 1",
    "acebay_draining 0",
  ])
    expect(lines).toContain(line);
  // A letter starts the job, too.
  expect(await valueOf('acebay_job_duration_seconds_count{job="mail"}')).toBeGreaterThan(0);
});

test("a claim that nobody has looked at is late after ten minutes, and the metrics have its age", async () => {
  await app.clock.advance(601);
  expect(await valueOf('acebay_claims_last_day{seen="late"}')).toBe(1);
  expect(await valueOf("acebay_claims_oldest_unseen_seconds")).toBe(601);
  await app.owner.pool.query("UPDATE job_runs SET ran_at = ran_at - interval '1 hour' WHERE name = 'reconcile'");
  expect(await valueOf('acebay_job_stands_still{job="reconcile"}')).toBe(1);
  expect(await valueOf('acebay_job_age_seconds{job="reconcile"}')).toBe(4201);
});

test("open streams are counted apart from calls under way, and a scrape is one call", async () => {
  const url = `http://127.0.0.1:${await app.listen()}`;
  const stream = await followStream(url, `/api/sessions/${session.id}/events`, golfer);
  await stream.next();
  expect(await valueOf("acebay_streams_open")).toBe(1);
  expect(await valueOf("acebay_http_in_flight")).toBe(1);
  stream.end();
  await until(async () => (await valueOf("acebay_streams_open")) === 0);
  expect(await valueOf("acebay_http_unanswered_total")).toBe(0);
  expect(await calls("GET", "/api/sessions/:id/events", "2xx")).toBeUndefined();
  expect(await valueOf("acebay_http_in_flight")).toBe(1);
});

test("two apps of a process count separately", async () => {
  const other = await freshApp();
  try {
    await other.browser().call(courseRoutes.listCourses);
    const line = 'acebay_http_request_duration_seconds_count{method="GET",route="/api/courses",status="2xx"}';
    expect(await valueOf(line, other)).toBe(1);
    expect(await valueOf(line)).toBeUndefined();
  } finally {
    await other.close();
  }
});

test("the database is read at most once in the given time, also by scrapes at once", async () => {
  const other = await freshApp({ figuresKeptMs: 60_000 });
  try {
    let reads = 0;
    const { pool } = other.db;
    const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
    pool.query = (async (...statement: unknown[]) => {
      if (JSON.stringify(statement).includes("push_messages) AS push")) reads += 1;
      return query(...statement);
    }) as typeof pool.query;
    await Promise.all([scrape(other), scrape(other), scrape(other)]);
    await play(await other.player());
    expect(await valueOf("acebay_sessions_last_hour", other)).toBe(0);
    expect(reads).toBe(1);
    // What the process measures itself is always the newest.
    expect(await scrape(other)).toMatch(/_count\{method="POST",route="\/api\/process-payment",status="2xx"\} 1\n/);
  } finally {
    await other.close();
  }
});

test("a job that fails says its name, and how long it took", async () => {
  const registry = new Registry();
  const { watch, failed: count, name } = watchJobs(registry);
  const list = [
    { name: "well", every: 5, run: async () => undefined },
    { name: "broken", every: 60, run: () => Promise.reject(new Error("on purpose")) },
  ];
  name(list);
  const failed: string[] = [];
  const note = (_error: unknown, job: string) => {
    failed.push(job);
    count(job);
  };
  await createJobs(list, note, app, new AbortController().signal, watch).runAll();
  const text = await registry.metrics();
  expect(failed).toEqual(["broken"]);
  expect(text).toContain('acebay_job_failures_total{job="broken"} 1\n');
  expect(text).toContain('acebay_job_failures_total{job="well"} 0\n');
  expect(text).toContain('acebay_job_duration_seconds_count{job="well"} 1\n');
  expect(text).toContain('acebay_job_period_seconds{job="broken"} 60\n');
});

test("the log and the metrics name the job that fails", async () => {
  const other = await freshApp();
  const logged: unknown[] = [];
  for (const level of ["warn", "error"] as const) other.http.log[level] = (about: unknown) => void logged.push(about);
  try {
    await other.owner.pool.query("ALTER TABLE push_messages RENAME TO push_away");
    await other.jobs.runAll();
    expect(logged).toContainEqual(expect.objectContaining({ job: "push" }));
    expect(await valueOf('acebay_job_failures_total{job="push"}', other)).toBeGreaterThan(0);
    expect(await valueOf('acebay_job_failures_total{job="sweep"}', other)).toBe(0);
    // If a table is missing, only the database's part of the metrics is left out.
    expect(await valueOf("acebay_database_up", other)).toBe(0);
  } finally {
    await other.owner.pool.query("ALTER TABLE push_away RENAME TO push_messages");
    await other.close();
  }
});

test("a letter that cannot be sent is a failure of the job, although the job goes on", async () => {
  const other = await freshApp({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  try {
    const { email } = await other.player();
    await other.browser().call(accountRoutes.login, { body: { email } });
    const failures = () => valueOf('acebay_job_failures_total{job="mail"}', other);
    await expect.poll(failures).toBeGreaterThan(0);
    const before = (await failures()) ?? 0;
    await other.clock.advance(3600);
    await other.jobs.runAll();
    await expect.poll(failures).toBeGreaterThan(before);
    expect(await valueOf('acebay_job_failures_total{job="push"}', other)).toBe(0);
  } finally {
    await other.close();
  }
});
