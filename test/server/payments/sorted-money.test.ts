/** Money that an administrator sorts: of no payment, and payouts that somebody made by hand; with the faults of both. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconciliationRoutes } from "#features/payments/reconciliation-contract.ts";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { findingsIn } from "#main/server/audit-checks.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { atOnce } from "#test/at-once.ts";
import { prelude } from "#test/audit-breaks.ts";
import { tools } from "#test/audit-plants.ts";
import { expectCleanBooks } from "#test/books.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { codeOf } from "#test/server/accounts/two-people-calls.ts";

let app: TestApp;
let bank: Sandbox;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  await app.jobs.stop();
  bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  admin = await app.signIn("admin@acebay.test");
  for (const [courseId, amount] of [
    [1, 5],
    [1, 5],
    [2, 6],
  ] as const)
    expect((await buy(await app.player(), { sessionData: { courseId }, amount })).status).toBe(200);
  await app.jobs.runAll();
});
afterAll(() => app.close());

const found = () => bodyOf(admin.call(reconciliationRoutes.getReconciliation));
const balance = async (key: string): Promise<number> =>
  (await app.db.pool.query("SELECT balance_cents::float8 AS cents FROM ledger_accounts WHERE key = $1", [key])).rows[0]
    ?.cents ?? 0;
/** Somebody pays out at the gateway's dashboard; Stripe tells no transactions of such a payout. */
async function payOutByHand(reference: string, cents: number, day: string): Promise<string> {
  const at = app.clock.now();
  await app.db.pool.query(
    "INSERT INTO sandbox.payouts (reference, day, amount_cents, status, created_at, arrives_at) VALUES ($1, $2, $3, 'on_its_way', $4, $4)",
    [reference, day, cents, at],
  );
  await app.db.pool.query(
    "INSERT INTO sandbox.transactions (reference, kind, source, amount_cents, fee_cents, created_at, payout) VALUES ('txn_' || $1::text, 'payout', $1, $2, 0, $3, $1)",
    [reference, -cents, at],
  );
  await app.jobs.runAll();
  return firstOf((await found()).undivided.filter((one) => one.reference === reference)).id;
}
interface Part {
  courseId?: number;
  amount: number;
}
const divide = (id: string, parts: Part[]) =>
  admin.call(reconciliationRoutes.dividePayout, { params: { id }, body: { parts, reason: "As the statement says" } });

test("a payout made by hand leaves the house's cash for that of the courses whose money it was, once", async () => {
  const id = await payOutByHand("po_hand", 900, "2020-01-01");
  const before = [await balance("cash:1"), await balance("cash:2"), await balance("bank")];
  expect(await balance("cash:house")).toBe(-900);
  for (const wrong of [
    [{ courseId: 1, amount: 8.99 }],
    [
      { courseId: 1, amount: 4 },
      { courseId: 1, amount: 5 },
    ],
  ])
    expect(codeOf(await divide(id, wrong))).toBe("reconciliation.wrong_parts");
  expect(codeOf(await divide(id, [{ courseId: 99, amount: 9 }]))).toBe("reconciliation.no_account");
  expect((await divide(id, [{ courseId: 1, amount: 0 }])).status).toBe(400);
  const lock = `SELECT 1 FROM gateway_payouts WHERE id = '${id}' FOR UPDATE`;
  const parts = [{ courseId: 1, amount: 6 }, { courseId: 2, amount: 2 }, { amount: 1 }];
  const replies = await atOnce(
    app,
    lock,
    () => divide(id, parts),
    () => divide(id, parts),
  );
  expect([replies[0].status, codeOf(replies[1])]).toEqual([200, "reconciliation.not_undivided"]);
  const after = [await balance("cash:1"), await balance("cash:2"), await balance("bank")];
  expect(after.map((cents, index) => cents - (before[index] ?? 0))).toEqual([-600, -200, 0]);
  expect(await balance("cash:house")).toBe(-100);
  expect(await found()).toMatchObject({ undivided: [], differences: [], unexplained: 0 });
  const { settlement } = await bodyOf(admin.call(reportRoutes.getSettlement, { params: { courseId: 2 } }));
  expect(settlement.check).toEqual({ addsUp: true, differences: [] });
  await expectCleanBooks(app);
});

test("a payout that comes back belongs to the same courses again, also when it is paid out again", async () => {
  const id = await payOutByHand("po_back", 300, "2020-01-02");
  expect((await divide(id, [{ courseId: 2, amount: 3 }])).status).toBe(200);
  const before = await balance("cash:2");
  await bank.returnPayout("po_back", "failed");
  await app.jobs.runAll();
  expect(await balance("cash:2")).toBe(before + 300);
  await expectCleanBooks(app);
  await app.clock.advance(2 * 86_400);
  await app.jobs.runAll();
  admin = await app.signIn("admin@acebay.test");
  expect((await found()).undivided).toEqual([]);
  await expectCleanBooks(app);
});

test("a payout that comes back before it is divided needs no division", async () => {
  const id = await payOutByHand("po_never", 200, "2020-01-03");
  await bank.returnPayout("po_never", "cancelled");
  await app.jobs.runAll();
  expect((await found()).undivided).toEqual([]);
  expect(codeOf(await divide(id, [{ courseId: 2, amount: 2 }]))).toBe("reconciliation.not_undivided");
});

test("money of no payment is sorted into the right account", async () => {
  await app.db.pool.query(
    "INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at) VALUES ('txn_odd', 'other', -300, 0, $1)",
    [app.clock.now()],
  );
  await app.jobs.runAll();
  const { id } = firstOf((await found()).unsorted);
  const body = { into: "fees", courseId: 1, reason: "Their reserve fee" } as const;
  expect((await admin.call(reconciliationRoutes.sortTransaction, { params: { id }, body })).status).toBe(200);
  await expectCleanBooks(app);
});

const of = (kind: string) => `(SELECT min(id) FROM ledger_transfers WHERE kind = '${kind}')`;
test.each<[string, string, RegExp]>([
  [
    "money sorted twice",
    `SELECT pg_temp.repeat(${of("gateway_sorted")})`,
    /^transaction txn_odd.*\(gateway_sorted\) is explained by no fact; it books fees:1 300 cents, suspense:house -300 cents$/,
  ],
  [
    "money sorted and not booked",
    `SELECT pg_temp.erase(${of("gateway_sorted")})`,
    /^transaction txn_odd.*: gateway_sorted is not booked; the facts ask for fees:1 300 cents, suspense:house -300 cents$/,
  ],
  [
    "money sorted into another account",
    `SELECT pg_temp.shift(${of("gateway_sorted")}, 'revenue:1', 'fees:1', 300)`,
    /\(gateway_sorted\) books revenue:1 300 cents, suspense:house -300 cents; the facts ask for fees:1 300 cents/,
  ],
  [
    "money sorted with another amount",
    `SELECT pg_temp.shift(${of("gateway_sorted")}, 'fees:1', 'suspense:house', 5)`,
    /\(gateway_sorted\) books fees:1 305 cents, suspense:house -305 cents; the facts ask for fees:1 300 cents/,
  ],
  [
    "a part of a payout that was not booked",
    `SELECT pg_temp.erase(${of("bank_payout_divided")})`,
    /^payout po_hand, course 1: bank_payout_divided is not booked; the facts ask for bank 600 cents, cash:1 -600 cents$/,
  ],
  [
    "a part of a payout booked by another amount",
    `SELECT pg_temp.shift(${of("bank_payout_divided")}, 'bank', 'cash:1', 5)`,
    /\(bank_payout_divided\) books bank 605 cents, cash:1 -605 cents; the facts ask for bank 600 cents, cash:1 -600 cents/,
  ],
  [
    "a payout divided beyond its amount",
    "INSERT INTO payout_divisions SELECT payout_id, 3, 50, divided_by, divided_at FROM payout_divisions WHERE course_id = 1",
    /^payout po_hand of 900 cents was divided into 950 cents$/,
  ],
])("the audit names %s", async (_what, damage, says) => {
  const undone = new Error("undone");
  let faults: string[] = [];
  await app.owner
    .transaction(async (tx) => {
      await tx.sql.execute(sql.raw(prelude + tools));
      await tx.sql.execute(sql.raw(damage));
      faults = (await findingsIn(tx, { now: app.clock.now() })).flatMap((finding) => finding.faults ?? []);
      throw undone;
    })
    .catch((error: unknown) => expect(error).toBe(undone));
  expect(faults).toContainEqual(expect.stringMatching(says));
});
