/**
 * No call and no job reads a large part of a table that grows: everything is played on a year's history, of golfers, the
 * desk and the jobs, and each statement is run once more, with its rows counted.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { rebuild } from "#features/dashboard/server/rollups.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { writeHistory } from "../../../../bench/history.ts";
import { playSessions } from "#test/play-history.ts";
import { collectCalls, wholeReadings } from "#test/reads.ts";
import { makeWorld, type World } from "../fuzz-world.ts";

const SESSIONS = 2_000;
const DAYS = 365;
/** They end the caller's sign-in. */
const ending = /\/logout$|devices\/forget|users\/:id\/delete|sign-?outs?|others/;

/** Calls that must read the whole past. */
const wanted: readonly { begins: RegExp; because: string }[] = [
  {
    begins: /^WITH span \(course_id, bounds\)/,
    because: "a settlement adds up the months of a course that are asked for",
  },
  {
    begins: /^WITH list AS \(SELECT max\(read_until\)/,
    because: "a month is closed once, over all payments of its course",
  },
  { begins: /^SELECT kind, order_id AS "orderId"/, because: "a course is closed once, over all that it owes" },
  {
    begins: /^SELECT coalesce\( \(SELECT c\.reseed_cents/,
    because: "a course is closed once, and its pot is added up",
  },
  {
    begins: /^WITH last AS \( SELECT s\.user_id, s\.started_at/,
    because: "a page of a hundred players and all that each has played; `players-list.test.ts` has a longer history",
  },
  {
    begins: /^WITH page AS \( ?SELECT \* FROM|^SELECT t\.id, t\.created_at, t\.actor_id/,
    because: "an export has everything, in pages that are a large share of so short a history",
  },
  { begins: /^WITH listed AS MATERIALIZED/, because: "the gateway's list is compared with the books of its days" },
  {
    begins: /^DELETE FROM "(?:devices|mails)"|^delete from "sign_ins"/,
    because: "old rows are looked for once an hour, and an index would be written at each sign-in and letter",
  },
];

let world: World;
beforeAll(async () => {
  // The history was written without triggers, so its books are not clean.
  world = await makeWorld({ poolSize: 20, breaksBooks: true });
  const { owner, clock } = world.app;
  await writeHistory(owner, SESSIONS, DAYS, clock.now());
  await fill(owner.pool, clock.now());
  await rebuild(owner, "America/New_York");
  await owner.pool.query("ANALYZE");
}, 180_000);
afterAll(() => world.app.close());

/** Rows that a year would make in tables that the history does not fill. */
async function fill(pool: World["app"]["owner"]["pool"], now: Date): Promise<void> {
  const at = `timestamptz '${now.toISOString()}' - random() * interval '80 days'`;
  const of = "FROM users, generate_series(1, 3)";
  await pool.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    INSERT INTO mails (recipient, subject, body, created_at, sent_at, next_try_at, user_id)
      SELECT email, 'News', 'News', at, at, at, id FROM (SELECT *, ${at} AS at ${of}) u;
    INSERT INTO devices (id, user_id, browser_id, created_at, last_used_at)
      SELECT gen_random_uuid(), id, gen_random_uuid(), at, at FROM (SELECT *, ${at} AS at ${of}) u;
    INSERT INTO sign_ins (token_hash, user_id, device_id, created_at, expires_at)
      SELECT sha256(id::text::bytea), user_id, id, created_at, created_at + interval '90 days' FROM devices;
    INSERT INTO audit_trail (actor_id, action, subject, created_at)
      SELECT id, 'claim.verified', id::text, ${at} ${of};
    COMMIT`);
}

test("no statement of a golfer's day, of the desk or of the jobs reads a large part of a growing table", async () => {
  const { app, operations } = world;
  const signedOut: string[] = [];
  const ofAudit = await collectCalls(app, async () => void (await auditBooks(app.db, { now: app.clock.now() })));
  const calls = await collectCalls(app, async () => {
    const admin = await app.signIn("admin@acebay.test");
    const stage = {
      player: () => app.player(),
      advance: (seconds: number) => app.clock.advance(seconds),
      now: () => app.clock.now(),
      admin: async () => admin,
    };
    await playSessions(stage, 12);
    await app.jobs.runAll();
    await world.signInAgain();
    for (const operation of operations) {
      if (ending.test(operation.url) || !operation.contract) continue;
      let status = await send(operation);
      if (status === 401) {
        // An operation before has ended the caller's sign-ins.
        await world.signInAgain();
        status = await send(operation);
      } else if (status === 429) {
        await app.clock.advance(3600);
        status = await send(operation);
      }
      if (status === 401) signedOut.push(operation.url);
    }
  });
  // The audit reads everything, once a night.
  for (const text of ofAudit.keys()) calls.delete(text);
  // They ask for a code and a passkey, which no request of the fuzz has.
  expect(signedOut).toEqual(["/api/login", "/api/login/passkey", "/api/step-up"]);
  expect(calls.size).toBeGreaterThan(400);
  const found = await wholeReadings(app.owner, calls);
  expect(found.filter((one) => !wanted.some(({ begins }) => begins.test(one)))).toEqual([]);
}, 180_000);

/**
 * Sends an operation's good request by the one whom most of its checks let pass, with a proof where it is asked for.
 * @returns the status
 */
async function send({ method, path, body, owner }: World["operations"][number]): Promise<number> {
  const person = world.people[owner];
  if (!path.endsWith("/events")) return (await person.raw(method, path, body)).status;
  // A stream has no end.
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await world.app.http.inject({ method, url: path, headers: { cookie }, payloadAsStream: true });
  reply.stream().destroy();
  return reply.statusCode;
}
