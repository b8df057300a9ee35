/** A paid prize that comes back to the bank is due again, and is paid once more by all the rules. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { REVERSED_REASON } from "#features/claims/rules.ts";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import { sandboxSecret } from "#main/server/choose-gateway.ts";
import type { Json, Player, TestApp } from "#test/app.ts";
import { atOnce } from "#test/at-once.ts";
import { expectCleanBooks } from "#test/books.ts";
import { bodyOf } from "#test/calls.ts";
import { confirm, pay, payouts, provedPlayer, won } from "./payouts-people.ts";
import { codeOf, twoAdministrators } from "#test/server/accounts/two-people-calls.ts";

let app: TestApp;
let admin: Player;
let other: Player;
beforeAll(async () => {
  ({ app, one: admin, other } = await twoAdministrators());
});
afterAll(() => app.close());

const cameBack = (by: Player, id: string) =>
  by.call(payoutRoutes.prizeCameBack, { params: { id }, body: { reason: "The check was returned" } });
const transfersOf = async (id: string): Promise<Json[]> =>
  (
    await app.db.pool.query(
      `SELECT t.kind, json_object_agg(split_part(e.account_key, ':', 1), e.amount_cents) AS entries FROM ledger_transfers t
       JOIN ledger_entries e ON e.transfer_id = t.id WHERE t.claim_id = $1 AND t.kind LIKE 'pay_out%' GROUP BY t.id ORDER BY t.id`,
      [id],
    )
  ).rows;

/** A jackpot prize for which the first administrator has confirmed everything. */
async function due(): Promise<{ id: string; amount: number }> {
  const prize = await won(admin, await provedPlayer(app, "Wendy Winner"));
  await confirm(admin, prize.id, "age_18");
  await confirm(admin, prize.id, "tax_form");
  return prize;
}

test("a prize that came back is due again, is in the history, and can be paid and come back again", async () => {
  const { id, amount } = await due();
  expect(codeOf(await cameBack(admin, id))).toBe("payouts.not_paid");
  for (const times of [1, 2]) {
    expect((await pay(admin, id, { method: "check", reference: `No. ${times}` })).status).toBe(200);
    await app.clock.advance(86_400);
    const back = (await bodyOf(cameBack(admin, id))).claim;
    expect(back).toMatchObject({ payoutStatus: "due" });
    expect(back.steps.at(-1)).toMatchObject({ step: "came_back", note: "The check was returned" });
    await expectCleanBooks(app);
  }
  expect((await payouts(admin)).find(({ claimId }) => claimId === id)).toMatchObject({ status: "ready", paidAt: null });
  await app.clock.advance(60);
  expect((await pay(admin, id, { method: "check", reference: "No. 3" })).status).toBe(200);
  const cents = amount * 100;
  const paid = { kind: "pay_out", entries: { prize_payable: cents, bank: -cents } };
  const back = { kind: "pay_out_back", entries: { bank: cents, prize_payable: -cents } };
  expect(await transfersOf(id)).toEqual([paid, back, paid, back, paid]);
});

test("above the limit a prize that came back is approved again, and whoever paid it the first time may approve the second payment", async () => {
  await admin.call(payoutRoutes.setApprovalLimit, { body: { amount: 1 } });
  await app.clock.advance(120);
  const { id } = await due();
  const approve = (by: Player) => by.call(payoutRoutes.approvePayout, { params: { id } });
  expect((await approve(other)).status).toBe(200);
  expect((await pay(admin, id)).status).toBe(200);
  await app.clock.advance(3600);
  expect((await cameBack(other, id)).status).toBe(200);
  expect(codeOf(await pay(other, id))).toBe("claims.waits");
  expect((await approve(admin)).status).toBe(200);
  expect(codeOf(await pay(admin, id))).toBe("payouts.same_admin");
  expect((await pay(other, id)).status).toBe(200);
});

test("of two administrators who record it at once, one succeeds, and a forfeit is possible afterwards", async () => {
  const { id } = await due();
  await other.call(payoutRoutes.approvePayout, { params: { id } });
  await pay(admin, id);
  const lock = `SELECT 1 FROM claims WHERE id = '${id}' FOR UPDATE`;
  const replies = await atOnce(
    app,
    lock,
    () => cameBack(admin, id),
    () => cameBack(other, id),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 409]);
  const forfeit = await admin.call(claimRoutes.forfeitClaim, { params: { id }, body: { reason: "Nobody answers" } });
  expect(forfeit.status).toBe(200);
  await expectCleanBooks(app);
});

test("a prize that comes back after a bank has taken the payment back is forfeited to the pot", async () => {
  const bank = createSandbox({ db: app.db, clock: app.clock, secret: sandboxSecret(app.config) });
  const { id, amount } = await due();
  await other.call(payoutRoutes.approvePayout, { params: { id } });
  expect((await pay(admin, id)).status).toBe(200);
  const { rows } = await app.db.pool.query(
    "SELECT p.id FROM payment_attempts p JOIN orders o ON o.id = p.order_id JOIN claims c ON c.session_id = o.session_id WHERE c.id = $1",
    [id],
  );
  await bank.closeDispute(await bank.openDispute(app.db, rows[0].id, "fraudulent"), "lost");
  await app.jobs.runAll();
  expect((await payouts(admin)).find(({ claimId }) => claimId === id)).toMatchObject({ status: "paid" });
  const pot = async () =>
    (await app.db.pool.query("SELECT -balance_cents AS cents FROM ledger_accounts WHERE key = 'pot:1'")).rows[0].cents;
  const before = await pot();
  const back = (await bodyOf(cameBack(admin, id))).claim;
  expect(back).toMatchObject({ payoutStatus: "forfeited" });
  expect(back.steps.slice(-2)).toMatchObject([{ step: "came_back" }, { step: "forfeited", note: REVERSED_REASON }]);
  expect((await pot()) - before).toBe(amount * 100);
  expect(codeOf(await pay(admin, id))).toBe("claims.not_due");
  await expectCleanBooks(app);
});
