/** The audit of what people book by hand: sound books are clean, and each planted fault is named by its own check. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdjustedAccount, adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { booksRoutes } from "#features/books/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { otherwiseRoutes } from "#features/payments/otherwise-contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { findingsIn } from "#main/server/audit-checks.ts";
import { buy, packs, play, type Player, type TestApp } from "#test/app.ts";
import { findingsIfDamaged } from "#test/audit-damage.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { approve, twoAdministrators } from "#test/server/accounts/two-people-calls.ts";
import { runJobs } from "#test/jobs.ts";

let app: TestApp;
let admin: Player;
let other: Player;
beforeAll(async () => {
  ({ app, one: admin, other } = await twoAdministrators());
  await app.db.pool.query("UPDATE courses SET range_share_bp = 2000 WHERE id = 1");
  await noteTerms(app.db, app.clock.now());
  for (let left = 6; left > 0; left -= 1) await play(await app.player(), packs.jackpot);
  await admin.call(payoutRoutes.setApprovalLimit, { body: { amount: 1 } });
  await paidOtherwise();
  await app.clock.advance(3600);
  const { payment } = await bodyOf(pay(0.7, "BACK"), 201);
  await admin.call(booksRoutes.takePaymentBack, { params: { id: payment.id }, body: { reason: "Returned" } });
  await bodyOf(pay(0.8, "ONE"), 201);
  await approve(other, await pay(2.5, "TWO"));
  await approve(other, await adjust("pot", -3));
  await approve(other, await adjust("fees", 1.25));
  await app.clock.advance(3600);
  await app.jobs.stop();
}, 60_000);
afterAll(() => app.close());

const pay = (amount: number, reference: string) =>
  admin.call(booksRoutes.recordPayment, {
    params: { of: "range", courseId: 1 },
    body: { month: "2026-11", amount, reference },
  });

const adjust = (account: AdjustedAccount, amount: number) =>
  admin.call(adjustmentRoutes.proposeAdjustment, { body: { courseId: 1, account, amount, reason: `Of ${account}` } });

/** A refund that came back, paid by a check. */
async function paidOtherwise(): Promise<void> {
  const { order } = (await buy(await app.player(), { paymentInfo: { cardNumber: "4000 0000 0000 5126" } })).body;
  await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { reason: "Rain" } });
  await runJobs(app);
  const { id } = firstOf((await bodyOf(admin.call(paymentRoutes.listPaymentTroubles))).refunds);
  const body = { method: "check", reference: "1042", paidOn: app.clock.now().toISOString().slice(0, 10) } as const;
  const proposed = await admin.call(otherwiseRoutes.proposeOtherwise, { params: { id }, body });
  expect((await approve(other, proposed)).status).toBe(200);
}

/** The findings after some SQL; `days` limits the audit to the last days. */
const findingsAfter = (damage: string, days?: number) => findingsIfDamaged(app, found + damage, days);

const found = `
CREATE FUNCTION pg_temp.payment(the_reference text) RETURNS uuid LANGUAGE sql AS $$ SELECT id FROM remittances WHERE reference = the_reference $$;
CREATE FUNCTION pg_temp.of_fact(the_kind text, fact uuid) RETURNS bigint LANGUAGE sql AS $$ SELECT min(id) FROM ledger_transfers WHERE kind = the_kind AND fact_id = fact $$;
-- Books a transfer of a fact as the server does.
CREATE FUNCTION pg_temp.book_fact(the_kind text, fact uuid, entries jsonb) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_temp.book(the_kind, entries);
  UPDATE ledger_transfers SET fact_id = fact, created_at = '2026-11-21T18:30:00Z' WHERE id = (SELECT max(id) FROM ledger_transfers);
END $$;
-- Another payment to the range like one that was made, a moment later, with its transfer.
CREATE FUNCTION pg_temp.pay(fact uuid, cents bigint) RETURNS void LANGUAGE plpgsql AS $$ DECLARE made uuid := gen_random_uuid(); BEGIN
  INSERT INTO remittances (id, of, course_id, month, amount_cents, reference, paid_by, paid_at)
    SELECT made, of, course_id, month, cents, 'AGAIN', paid_by, '2026-11-21T18:30:00Z' FROM remittances WHERE id = fact;
  PERFORM pg_temp.book_fact('range_paid', made, jsonb_build_object('range_share:1', cents, 'bank', -cents));
END $$;
`;

const otherwise = "(SELECT id FROM ledger_transfers WHERE kind = 'refund_paid_otherwise')";

const plants: Record<string, { sql: string; by: number; says: RegExp }> = {
  "a transfer of a payment that was booked twice": {
    sql: `SELECT pg_temp.book_fact('range_paid', pg_temp.payment('ONE'), '{"range_share:1": 80, "bank": -80}')`,
    by: 12,
    says: /^course 1: transfer \d+ \(range_paid\) is explained by no fact; it books bank -80 cents, range_share:1 80 cents$/,
  },
  "a range paid twice, beyond what was owed": {
    sql: `SELECT pg_temp.pay(pg_temp.payment('ONE'), 80); SELECT pg_temp.pay(pg_temp.payment('ONE'), 80); SELECT pg_temp.pay(pg_temp.payment('ONE'), 80); SELECT pg_temp.pay(pg_temp.payment('ONE'), 80)`,
    by: 13,
    says: /^payment .* of 80 cents to the range of course 1 is more than the 30 cents that were owed$/,
  },
  "a payment without its transfer": {
    sql: `SELECT pg_temp.erase(pg_temp.of_fact('range_paid', pg_temp.payment('TWO')))`,
    by: 12,
    says: /^course 1: range_paid is not booked; the facts ask for bank -250 cents, range_share:1 250 cents$/,
  },
  "a payment that took another amount from the bank": {
    sql: `SELECT pg_temp.shift(pg_temp.of_fact('range_paid', pg_temp.payment('ONE')), 'range_share:1', 'bank', 5)`,
    by: 12,
    says: /books bank -85 cents, range_share:1 85 cents; the facts ask for bank -80 cents, range_share:1 80 cents$/,
  },
  "a payment above the limit by one administrator": {
    sql: `UPDATE remittances SET proposal_id = NULL WHERE reference = 'TWO'`,
    by: 13,
    says: /^payment .* of 250 cents to the range of course 1 was made above the approval limit by one administrator$/,
  },
  "a payment that hides behind another's approval": {
    sql: `UPDATE remittances SET amount_cents = 251 WHERE reference = 'TWO'`,
    by: 13,
    says: /^payment .* of 251 cents .* names a proposal that was for something else$/,
  },
  "a counter-entry without a payment": {
    sql: `SELECT pg_temp.book_fact('range_paid_back', gen_random_uuid(), '{"bank": 80, "range_share:1": -80}')`,
    by: 12,
    says: /\(range_paid_back\) is explained by no fact/,
  },
  "a counter-entry that nobody made": {
    sql: `DELETE FROM remittance_returns`,
    by: 12,
    says: /\(range_paid_back\) is explained by no fact/,
  },
  "a payment taken back without its counter-entry": {
    sql: `INSERT INTO remittance_returns SELECT id, 'x', paid_by, paid_at FROM remittances WHERE reference = 'ONE'`,
    by: 12,
    says: /range_paid_back is not booked; the facts ask for bank 80 cents, range_share:1 -80 cents$/,
  },
  "a refund paid otherwise that was booked twice": {
    sql: `SELECT pg_temp.repeat(${otherwise})`,
    by: 12,
    says: /^order \d+, refund .*: transfer \d+ \(refund_paid_otherwise\) is explained by no fact; it books bank -500 cents, refunds_payable/,
  },
  "a refund paid otherwise that was not booked": {
    sql: `SELECT pg_temp.erase(${otherwise})`,
    by: 12,
    says: /^order \d+, refund .*: refund_paid_otherwise is not booked; the facts ask for bank -500 cents, refunds_payable/,
  },
  "a refund paid otherwise that took another amount from the bank": {
    sql: `SELECT pg_temp.shift(${otherwise}, 'revenue:1', 'bank', 5)`,
    by: 12,
    says: /^order \d+, refund .* \(refund_paid_otherwise\) books bank -505 cents, .*; the facts ask for bank -500 cents, refunds_payable/,
  },
  "a refund paid otherwise by one person": {
    sql: `UPDATE proposals SET decided_by = proposed_by WHERE kind = 'refund_otherwise'`,
    by: 13,
    says: /^order \d+, refund .* of 500 cents was paid by check 1042, which two administrators did not approve$/,
  },
  "a refund paid otherwise with another check than was approved": {
    sql: `UPDATE refunds SET paid_reference = '1043' WHERE status = 'paid_otherwise'`,
    by: 13,
    says: /^order \d+, refund .* was paid by check 1043, which two administrators did not approve$/,
  },
  "an approval that paid nothing": {
    sql: `UPDATE refunds SET status = 'failed', settled_at = NULL, paid_by = NULL, paid_reference = NULL, paid_on = NULL, paid_proposal_id = NULL WHERE status = 'paid_otherwise'; SELECT pg_temp.erase(${otherwise})`,
    by: 13,
    says: /^proposal \d+ was approved, and its refund was not paid otherwise by it$/,
  },
  "an adjustment by one person": {
    sql: `UPDATE proposals SET decided_by = proposed_by WHERE kind = 'adjust' AND reason = 'Of pot'`,
    by: 13,
    says: /^adjustment .* of course 1: -300 cents, pot, was not approved by two administrators$/,
  },
  "an adjustment of more than was approved": {
    sql: `UPDATE adjustments SET amount_cents = 1125 WHERE account = 'fees'; SELECT pg_temp.shift((SELECT max(id) FROM ledger_transfers WHERE kind = 'adjust'), 'fees:1', 'adjustment:1', 1000)`,
    by: 13,
    says: /^adjustment .*: 1125 cents, fees, was not approved by two administrators$/,
  },
  "an adjustment without its transfer": {
    sql: `SELECT pg_temp.erase((SELECT max(id) FROM ledger_transfers WHERE kind = 'adjust'))`,
    by: 12,
    says: /^course 1: adjust is not booked; the facts ask for adjustment:1 -125 cents, fees:1 125 cents$/,
  },
  "a correction that nobody proposed": {
    sql: `SELECT pg_temp.book_fact('adjust', gen_random_uuid(), '{"pot:1": 100, "adjustment:1": -100}')`,
    by: 12,
    says: /\(adjust\) is explained by no fact; it books adjustment:1 -100 cents, pot:1 100 cents$/,
  },
  "a pot below zero by an adjustment": {
    sql: `UPDATE adjustments SET amount_cents = -900000 WHERE account = 'pot'; SELECT pg_temp.shift((SELECT min(id) FROM ledger_transfers WHERE kind = 'adjust'), 'pot:1', 'adjustment:1', 899700)`,
    by: 3,
    says: /^1$/,
  },
};

test("every adjustment is named, and is no fault", async () => {
  const notes = (await findingsIn(app.db, { now: app.clock.now() })).flatMap(({ notes: of = [] }) => of);
  expect(notes).toEqual([
    expect.stringMatching(/^adjustment .* of course 1: -300 cents, pot, at .*: Of pot$/),
    expect.stringMatching(/^adjustment .* of course 1: 125 cents, fees, at .*: Of fees$/),
  ]);
});

test("sound books have no violation, neither in all of them nor in the last days alone", async () => {
  expect(await findingsAfter("SELECT 1")).toEqual([]);
  expect(await findingsAfter("SELECT 1", 1)).toEqual([]);
});

test.each(Object.entries(plants))("the second bookkeeper names %s", async (_what, { sql: damage, by, says }) => {
  // Invariants, up to number 11, are checked over all books only, and are counted.
  for (const days of by <= 11 ? [undefined] : [undefined, 1]) {
    const finding = (await findingsAfter(damage, days)).find(({ number }) => number === by);
    expect(finding?.faults ?? [String(finding?.violations)]).toContainEqual(expect.stringMatching(says));
  }
});
