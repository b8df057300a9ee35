/**
 * The audit finds faults: on books with every kind of entry, each way to break them is found by its own invariant and
 * no other.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rebuild } from "#features/dashboard/server/rollups.ts";
import { type Finding, findingsIn } from "#main/server/audit-checks.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { breaks, prelude } from "#test/audit-breaks.ts";
import { playHistory } from "#test/audit-history.ts";
import { fromCash } from "#test/audit-plants-bank.ts";
import { plants } from "#test/audit-plants-facts.ts";
import { tools } from "#test/audit-plants.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";

const ZONE = "America/New_York";
let app: TestApp;
let laboratory: Laboratory;
beforeAll(async () => {
  const gateway = faultyGateway();
  app = await freshApp({ gateway: gateway.wrap });
  await playHistory(app, gateway);
  // The history ends, and one payment remains under way.
  await app.jobs.stop();
  await rebuild(app.db, ZONE);
  laboratory = await openLaboratory();
}, 120_000);
afterAll(async () => {
  await laboratory.leave();
  await app.close();
});

const undone = new Error("undone");
const notUndone = (error: unknown) => {
  if (error !== undone) throw error;
};

/** A transaction without the database's guards, in which the books may be broken. It is never committed. */
interface Laboratory {
  tx: Db;
  leave(): Promise<void>;
}

/**
 * The guards are taken away once for all cases, so that the audit's statements keep their plans: planning them anew
 * took five times as long as running them.
 */
function openLaboratory(): Promise<Laboratory> {
  return new Promise((opened, failed) => {
    let leave = () => {};
    const left = new Promise<void>((done) => {
      leave = done;
    });
    const over = app.owner
      .transaction(async (tx) => {
        await tx.sql.execute(sql.raw(`${prelude}${tools}; SET LOCAL plan_cache_mode = force_generic_plan`));
        opened({ tx, leave: () => (leave(), over) });
        await left;
        throw undone;
      })
      .catch(notUndone);
    over.catch(failed);
  });
}

/** The findings after some SQL, which is rolled back. */
async function findingsAfter(damage: string): Promise<Finding[]> {
  let findings: Finding[] = [];
  await laboratory.tx
    .transaction(async (tx) => {
      await tx.sql.execute(sql.raw(damage));
      // Figures are folded before they are read, so only figures that are wrong after a fold stay wrong.
      if (!damage.includes("rollup_")) await rebuild(tx, ZONE);
      findings = await findingsIn(tx, { now: app.clock.now() });
      throw undone;
    })
    .catch(notUndone);
  return findings;
}

/** What a reader of a fault cannot tell from an amount: numbers that are neither cents nor a count, a name or a moment. */
function bareNumbers(fault: string): string[] {
  const left = fault
    .replaceAll(/\d{4}-\d\d-\d\d[ T][\d:.]+(?:[+-]\d\d|Z)?/g, "")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "")
    .replaceAll(/-?\d+ cents|\b[a-z]+_[\w:-]*\d\w*|[\d.]+ %|\b\d+ (?:balls|parts|taken|claims|hours)\b/g, "")
    .replaceAll(/receipts go up to \d+, and there are \d+|\bin \d{4}\b/g, "")
    .replaceAll(
      /\b(?:order|course|transfer|package|prize|receipts?|bay|transfer|rule|claims?|cash|deferred|pot|range_share|revenue|tax_payable|fees|adjustment):? ?\d+/g,
      "",
    );
  return left.match(/\d+/g) ?? [];
}

const broken = (findings: readonly Finding[]) => findings.filter(({ violations }) => violations > 0);
/**
 * Only of the invariants, which check whether the books agree with themselves; the second bookkeeper checks whether
 * they are true.
 */
const brokenInvariants = (findings: readonly Finding[]) => broken(findings).filter(({ number }) => number <= 11);

test("the history brings money into every possible state", async () => {
  const states = async (query: string) =>
    (await laboratory.tx.sql.execute<{ state: string }>(sql.raw(query))).rows.map(({ state }) => state);
  expect(await states("SELECT DISTINCT status AS state FROM orders ORDER BY 1")).toEqual([
    "charging",
    "declined",
    "fulfilled",
    "paid",
    "refund_due",
    "refunded",
    "reversed",
  ]);
  expect(await states("SELECT DISTINCT status AS state FROM payment_attempts ORDER BY 1")).toEqual([
    "failed",
    "initiated",
    "succeeded",
  ]);
  expect(await states("SELECT DISTINCT status AS state FROM refunds ORDER BY 1")).toEqual([
    "cancelled",
    "dropped",
    "failed",
    "settled",
  ]);
  expect(await states("SELECT DISTINCT status AS state FROM disputes ORDER BY 1")).toEqual(["lost", "open", "won"]);
  expect(
    await states(
      "SELECT DISTINCT status || ' ' || payout_status AS state FROM claims WHERE target_hole = 'middle' ORDER BY 1",
    ),
  ).toEqual(["pending not_due", "rejected not_due", "verified due", "verified forfeited", "verified paid"]);
  expect(await states("SELECT DISTINCT kind AS state FROM ledger_transfers ORDER BY 1")).toEqual([
    "bank_payout",
    "bank_payout_returned",
    "capture",
    "capture_ahead",
    "capture_unfulfillable",
    "chargeback",
    "chargeback_reversed",
    "forfeit",
    "gateway_fee",
    "gateway_other",
    "open_pot",
    "pay_out",
    "refund",
    "refund_ahead",
    "refund_cancelled",
    "refund_dropped",
    "refund_returned",
    "refund_settled",
    "reject",
    "reseed",
    "reserve",
    "reverse",
    "start",
    "verify",
  ]);
});

test("sound books have no violation, and removing the database's guards makes none", async () => {
  const findings = await findingsAfter("SELECT 1");
  expect(findings.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  expect(broken(findings)).toEqual([]);
});

test("a displayed jackpot that was changed by hand is found as a wrong balance and as a wrong display", async () => {
  const found = broken(
    await findingsAfter("UPDATE ledger_accounts SET balance_cents = balance_cents - 1 WHERE key = 'pot:1'"),
  );
  expect(found.map(({ number }) => number)).toEqual([2, 11]);
});

describe.each(Object.entries(breaks))("of the eleven invariants only number %s notices", (number, ways) => {
  test.each(Object.entries(ways))("%s", async (_what, damage) => {
    expect(brokenInvariants(await findingsAfter(damage))).toMatchObject([{ number: Number(number) }]);
  });
});

describe("the second bookkeeper names", () => {
  test.each(Object.entries(plants))("%s", async (_what, { sql: damage, by, says }) => {
    const named = broken(await findingsAfter(damage)).find(({ number }) => number === by)?.faults ?? [];
    expect(named).toContainEqual(expect.stringMatching(says));
    expect(named.map(bareNumbers).filter((numbers) => numbers.length > 0)).toEqual([]);
  });
});

test("prizes that were paid from cash are put right by the migration, once each", async () => {
  const migration = readFileSync("migrations/0063-prizes-from-the-bank.sql", "utf8");
  expect(broken(await findingsAfter(fromCash + migration))).toEqual([]);
});

test("something that waits too long is a warning and not a fault", async () => {
  const later = new Date(app.clock.now().getTime() + 40 * 86_400_000);
  const found = await findingsIn(laboratory.tx, { now: later });
  const { violations, warnings } = found.find(({ number }) => number === 16) ?? {};
  expect(violations).toBe(0);
  expect(warnings).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^order \d+, payment .*: nobody knows what became of it since /),
      expect.stringMatching(/^order \d+, refund .*: failed since /),
      expect.stringMatching(/^claim .* of .*: undecided past /),
    ]),
  );
  expect((await findingsIn(laboratory.tx)).at(-1)?.warnings).toEqual([]);
});
