/** The server's own audit: once a night, by one process, kept for the dashboard and the metrics; and `days` alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { auditNightly, type NightlyDeps } from "#main/server/audit/nightly.ts";
import { buy, freshApp, type Player, play, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const DAY = 86_400;
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  await play(await app.player());
});
afterAll(() => app.close());

const shown = async () => (await bodyOf(admin.call(dashboardRoutes.getAudit))).audit;
const metrics = async () => String((await app.browser().raw("GET", "/metrics")).body);
const nightly = (readStripe?: NightlyDeps["readStripe"]) =>
  auditNightly({ db: app.db, clock: app.clock, timeZone: "America/New_York", readStripe });
const runs = async () => Number((await app.db.pool.query("SELECT count(*) AS n FROM audit_runs")).rows[0]?.n);

/** Changes the books as the owner of the database, whom the guards do not stop. */
async function plant(statement: string): Promise<void> {
  await app.owner.pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`);
}
const move = (cents: number) =>
  `UPDATE ledger_entries SET amount_cents = amount_cents + CASE WHEN account_key = 'pot:1' THEN ${cents} ELSE ${-cents} END
    WHERE transfer_id = (SELECT min(id) FROM ledger_transfers WHERE kind = 'capture') AND account_key IN ('pot:1', 'revenue:1')`;

test("nothing is shown before the first audit; then the page says when it was, and that the books are clean", async () => {
  expect(await shown()).toBeNull();
  expect(await metrics()).not.toContain("acebay_audit");
  await app.jobs.runAll();
  expect(await shown()).toEqual({ at: app.clock.now().toISOString(), faultCount: 0, faults: [], warnings: [] });
  expect(await metrics()).toMatch(/\nacebay_audit_faults 0\n/);
  expect(await metrics()).toContain(`acebay_audit_at_seconds ${app.clock.now().getTime() / 1000}`);
});

test("one of several processes audits each night, and another one takes over from one that died", async () => {
  await Promise.all([nightly(), nightly(), nightly()]);
  expect(await runs()).toBe(1);
  await app.clock.advance(DAY);
  await Promise.all([nightly(), nightly(), nightly()]);
  expect(await runs()).toBe(2);
  await app.db.pool.query("UPDATE audit_runs SET ended_at = NULL");
  await nightly();
  expect(await shown()).toBeNull();
  await app.clock.advance(3 * 3600);
  await nightly();
  expect((await shown())?.at).toBe(app.clock.now().toISOString());
});

test("a fault is named the next night", async () => {
  await plant(move(1));
  await app.clock.advance(DAY);
  await nightly();
  const found = await shown();
  expect(found?.faults).toContainEqual(expect.stringMatching(/^order 1001, .* \(capture\) books .*pot:1 -99 cents/));
  expect(found?.faultCount).toBeGreaterThanOrEqual(found?.faults.length ?? Infinity);
  expect(await metrics()).toContain(`acebay_audit_faults ${found?.faultCount}`);
  await plant(move(-1));
});

test("Stripe's books that could not be read are a warning, and so are payments whose books nobody reads", async () => {
  await app.clock.advance(DAY);
  await nightly(() => Promise.reject(new Error("permission denied")));
  expect((await shown())?.faultCount).toBe(0);
  expect((await shown())?.warnings).toContain("Stripe's books were not compared: permission denied");
  await plant("UPDATE payment_attempts SET provider = 'stripe'");
  await app.clock.advance(DAY);
  await nightly();
  expect((await shown())?.warnings).toContain("1 payments not compared with Stripe, whose books were not read");
  await plant("UPDATE payment_attempts SET provider = 'sandbox'");
});

test("an audit of the last days looks at all that moved within them, and at nothing before", async () => {
  await app.clock.advance(30 * DAY);
  const { order } = (await buy(await app.player(), { start: false })).body;
  const named = async (days: number) =>
    (await auditBooks(app.db, { now: app.clock.now(), days })).flatMap(({ faults }) => faults ?? []);
  expect(await named(7)).toEqual([]);
  await plant(move(1));
  expect(await named(7)).toEqual([]);
  expect(await named(60)).toContainEqual(expect.stringMatching(/^order 1001, .* \(capture\)/));
  await plant(move(-1));
  const erase = `UPDATE ledger_transfers SET kind = 'capture' WHERE payment_id = (SELECT id FROM payment_attempts WHERE order_id = '${order.id}')`;
  await plant(erase);
  expect(await named(7)).toContainEqual(expect.stringMatching(/^order \d+, .*capture_ahead is not booked/));
  await plant(erase.replace("'capture'", "'capture_ahead'"));
});

test("a job that has not run is a warning", async () => {
  await app.jobs.runAll();
  const warnings = async (later: number) =>
    (await auditBooks(app.db, { now: new Date(app.clock.now().getTime() + later * 1000) })).at(-1)?.warnings ?? [];
  expect(await warnings(60)).toEqual([]);
  expect(await warnings(3600)).toContainEqual(expect.stringMatching(/^job reconcile: has not run since /));
  expect(await warnings(3600)).not.toContainEqual(expect.stringMatching(/^job returned-refunds/));
});

test("days that nobody has read are folded first, because the check of figures leaves them out", async () => {
  const marks = async () => Number((await app.db.pool.query("SELECT count(*) AS n FROM rollup_marks")).rows[0]?.n);
  // A job ends the session once its time is over, which makes another mark.
  await app.jobs.stop();
  await play(await app.player());
  await app.clock.advance(DAY);
  expect(await marks()).toBeGreaterThan(0);
  await nightly();
  expect(await marks()).toBe(0);
});
