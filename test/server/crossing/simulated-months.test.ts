/**
 * The simulation of months finds a wrong cent, day, figure or hash: faults are planted in a short history on the real
 * app.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditBooks } from "#main/server/audit-checks.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { simplePurchase } from "../../../trials/simulate/buying.ts";
import { disputeOf } from "../../../trials/simulate/banking.ts";
import { openBank } from "../../../trials/simulate/bank.ts";
import { closeOf, paymentOf, setLimit } from "../../../trials/simulate/controlling.ts";
import { makeCourses } from "../../../trials/simulate/courses.ts";
import { enterAll, runBalance } from "../../../trials/simulate/model/gateway-balance.ts";
import { at, packOf } from "../../../trials/simulate/model/world.ts";
import { openBooks } from "../../../trials/simulate/months.ts";
import { checkMonth, checkNow } from "../../../trials/simulate/months-check.ts";
import { hire, register } from "../../../trials/simulate/people.ts";
import type { CoursePlan } from "../../../trials/simulate/plan.ts";
import type { Server } from "../../../trials/simulate/process.ts";
import { createRandom, type Random } from "../../../trials/simulate/random.ts";
import { type Act, createStage, type Stage } from "../../../trials/simulate/stage.ts";
import { refundOf } from "../../../trials/simulate/working.ts";

const COURSE = 11;
const plan: CoursePlan = {
  id: COURSE,
  name: "Range 1",
  timeZone: "America/New_York",
  priceFactorBp: 10_000,
  jackpotShareBp: 2_000,
  rangeShareBp: 1_000,
  taxRateMilli: 7_000,
  baseJackpotCents: 50_000,
  bayCount: 9,
  exclusiveBays: false,
  prizes: [],
  staffed: false,
};
const HOUR = 3_600_000;

let app: TestApp;
let stage: Stage;

/** The app as the driver's server process. */
function serverOf(now: number): Server {
  const bank = openBank(app.db, app.clock, async () => undefined);
  const control = async (path: string): Promise<unknown> => {
    if (path === "/simulate/audit") return auditBooks(app.db, { now: app.clock.now() });
    if (path !== "/simulate/jobs") return bank(path.slice("/simulate/bank/".length));
    for (let run = 0; run < 3; run++) await app.jobs.runAll();
    return null;
  };
  let moment = now;
  return {
    send: async ({ method, path, body, cookie, key }, { now: then = moment }) => {
      await app.clock.advance((then - moment) / 1000);
      moment = then;
      if (path.startsWith("/simulate/")) return { status: 200, headers: {}, body: await control(path), text: "" };
      const headers = { ...(cookie ? { cookie } : {}), ...(key ? { "idempotency-key": key } : {}) };
      const payload = body === undefined ? {} : { payload: body as object }; // JSON of any kind.
      const reply = await app.http.inject({ method, url: path, headers, ...payload });
      const isJson = String(reply.headers["content-type"]).includes("json");
      const read = { body: isJson ? reply.json() : undefined, text: reply.body };
      // The driver reads no header that is a number.
      return { status: reply.statusCode, headers: { "set-cookie": reply.headers["set-cookie"] }, ...read };
    },
    quiet: () => app.db.idle(),
    restart: async () => undefined,
    stop: async () => undefined,
  };
}

async function play(act: Act | undefined): Promise<void> {
  if (!act) throw new Error("There is no such act");
  await stage.call({ ...act, refund: undefined });
  await stage.rest();
  stage.change(enterAll);
}

async function jobs(): Promise<void> {
  await stage.jobs();
  stage.change(runBalance);
}

/** November with two sales, a payout, a dispute and a payment to the range; closed; and in December a sale, a refund and a second payment of November. */
beforeAll(async () => {
  app = await freshApp({ breaksBooks: true });
  const seededAt = app.clock.now().getTime();
  await makeCourses(app.db, [plan], app.clock.now());
  const random: Random = createRandom(1);
  stage = createStage([serverOf(seededAt)], random, openBooks([plan], seededAt, seededAt));
  const cast = await hire(stage);
  await setLimit(stage, 1_000_000);
  const course = at(stage.world().courses, 0);
  const pack = packOf(stage.world(), 4);
  if (!pack) throw new Error("There is no such package");
  const buy = (golfer: number) => play(simplePurchase(stage, cast, golfer, { course, pack, bay: 1, group: null }));
  for (let golfer = 0; golfer < 2; golfer++) await buy(await register(stage, cast, undefined));
  // Late enough for another day elsewhere.
  stage.pass(27 * HOUR);
  await jobs();
  await play(disputeOf(at(stage.world().orders, 0)));
  await jobs();
  const wish = { of: "range", course: COURSE, month: "2026-11", amount: 40, reference: "T-1" } as const;
  await play(paymentOf("admin", wish));
  stage.pass(Date.parse("2026-12-01T07:00Z") - stage.world().now);
  await jobs();
  for (const id of [1, 2, 3, COURSE]) await stage.call(closeOf("admin", id, "2026-11"));
  await buy(0);
  await play(paymentOf("admin", { ...wish, amount: 10, reference: "T-2" }));
  await play(refundOf(stage, cast, at(stage.world().orders, 1), 123));
  stage.pass(24 * HOUR);
  await jobs();
}, 60_000);
afterAll(() => app.close());

test("without a fault all figures are the model's", async () => {
  for (const course of [COURSE, null])
    for (const month of ["2026-11", "2026-12"]) await checkMonth(stage, course, month);
  await checkNow(stage, app.connection);
  expect(stage.possible).toBe(1);
});

const entryOf = (kind: string, account: string) =>
  `e.account_key = '${account}' AND e.transfer_id = (SELECT max(id) FROM ledger_transfers WHERE kind = '${kind}' AND course_id = ${COURSE})`;

const november = () => checkMonth(stage, COURSE, "2026-11");
const december = () => checkMonth(stage, COURSE, "2026-12");
const now = () => checkNow(stage, app.connection);

/** The change, its reverse, the check that finds it, and the sentence that names it. */
const faults: Readonly<Record<string, { plant: string; undo: string; check: () => Promise<void>; found: RegExp }>> = {
  "a refund takes a cent of the tax from revenue": {
    plant: `UPDATE ledger_entries e SET amount_cents = amount_cents + CASE e.account_key WHEN 'revenue:11' THEN 1 ELSE -1 END WHERE ${entryOf("refund", "tax_payable:11")} OR ${entryOf("refund", "revenue:11")}`,
    undo: `UPDATE ledger_entries e SET amount_cents = amount_cents - CASE e.account_key WHEN 'revenue:11' THEN 1 ELSE -1 END WHERE ${entryOf("refund", "tax_payable:11")} OR ${entryOf("refund", "revenue:11")}`,
    check: december,
    found: /looks at 2026-12 of course 11: body\.settlement.*: expected/,
  },
  "a fee is booked a day later": {
    plant: `UPDATE ledger_transfers SET created_at = created_at + interval '1 day' WHERE kind = 'gateway_fee' AND id = (SELECT min(id) FROM ledger_transfers WHERE kind = 'gateway_fee')`,
    undo: `UPDATE ledger_transfers SET created_at = created_at - interval '1 day' WHERE kind = 'gateway_fee' AND id = (SELECT min(id) FROM ledger_transfers WHERE kind = 'gateway_fee')`,
    check: november,
    found: /The journal of 2026-11.*\n.*(cash|fees): expected/,
  },
  "the gateway pays a cent less to the bank": {
    plant: `UPDATE sandbox.payouts SET amount_cents = amount_cents - 1`,
    undo: `UPDATE sandbox.payouts SET amount_cents = amount_cents + 1`,
    check: now,
    found: /The payouts at the gateway:\n.*expected \d+, got \d+/,
  },
  "the gateway keeps a cent more": {
    plant: `UPDATE sandbox.transactions SET fee_cents = fee_cents + 1 WHERE kind = 'dispute'`,
    undo: `UPDATE sandbox.transactions SET fee_cents = fee_cents - 1 WHERE kind = 'dispute'`,
    check: now,
    found: /reconciliation\.balance: expected/,
  },
  "a range's payment shows a cent more": {
    plant: `UPDATE remittances SET amount_cents = amount_cents + 1`,
    undo: `UPDATE remittances SET amount_cents = amount_cents - 1`,
    check: november,
    found: /range statement of course 11 for 2026-11: .*payments.*amount: expected 0.4/,
  },
  "a kept figure changes": {
    plant: `UPDATE closed_months SET settlement = jsonb_set(settlement, '{liabilities,pot}', to_jsonb((settlement #>> '{liabilities,pot}')::numeric + 1)) WHERE course_id = 11`,
    undo: `UPDATE closed_months SET settlement = jsonb_set(settlement, '{liabilities,pot}', to_jsonb((settlement #>> '{liabilities,pot}')::numeric - 1)) WHERE course_id = 11`,
    check: november,
    found: /2026-11 of course 11: .*liabilities\.pot: expected/,
  },
  "the hash of the entries is of others": {
    plant: `UPDATE closed_months SET entries_hash = reverse(entries_hash) WHERE course_id = 1`,
    undo: `UPDATE closed_months SET entries_hash = reverse(entries_hash) WHERE course_id = 1`,
    check: now,
    found: /The chain of 1, 2026-11: the entries' hash is/,
  },
  "the database takes entries of a closed month": {
    plant: `ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_open_months`,
    undo: `ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_open_months`,
    check: now,
    found: /An entry of 2026-11 of course 11 was refused by nothing/,
  },
};

test.each(Object.entries(faults))("%s", async (_, { plant, undo, check, found }) => {
  const change = (sql: string) =>
    app.owner.pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
  await change(plant);
  try {
    await expect(check()).rejects.toThrow(found);
  } finally {
    await change(undo);
  }
});
