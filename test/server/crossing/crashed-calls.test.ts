/** A process that dies between the commit and keeping the answer: the same call again is answered, not done again. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { booksRoutes } from "#features/books/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { freeDeadKeys, keptKey } from "#platform/server/http/idempotency.ts";
import { buy, claim, freshApp, packs, play, type Player, SECRET, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** Makes a call twice by one key; between the two the process dies before the first answer is kept. */
async function twice<A>(
  person: Player,
  call: (headers: Record<"idempotency-key", string>) => Promise<A>,
): Promise<[A, A]> {
  const key = randomUUID();
  const headers = { "idempotency-key": key };
  const first = await call(headers);
  const cut = await app.db.pool.query(
    "UPDATE idempotency_keys SET status = NULL, body = NULL WHERE user_id = $1 AND key = $2",
    [person.id, keptKey(key, SECRET)],
  );
  expect(cut.rowCount).toBe(1);
  expect(await call(headers)).toMatchObject({ body: { error: { code: "request.in_progress" } } });
  await freeDeadKeys(app.db);
  return [first, await call(headers)];
}

async function wonClaim(): Promise<string> {
  const golfer = await app.player();
  const session = await play(golfer);
  const { body } = await claim(golfer, session.id, "left");
  await admin.call(claimRoutes.verifyClaim, { params: { id: body.claim.id } });
  await golfer.call(accountRoutes.login, { body: { email: golfer.email } });
  await app.db.pool.query("UPDATE users SET email_proved_at = $2 WHERE id = $1", [golfer.id, app.clock.now()]);
  return body.claim.id;
}

test("a partial refund is made once", async () => {
  const golfer = await app.player();
  const { order } = (await buy(golfer)).body;
  const [first, again] = await twice(admin, (headers) =>
    admin.call(paymentRoutes.refundOrder, {
      params: { id: order.id },
      body: { amount: 0.1, reason: "Rain" },
      headers,
    }),
  );
  expect(first.status).toBe(200);
  expect((await bodyOf(again, 200)).order.refunds).toEqual([expect.objectContaining({ amount: 0.1 })]);
});

test("a failed refund is tried again once", async () => {
  const golfer = await app.player();
  const { order } = (await buy(golfer, { paymentInfo: { cardNumber: "4000000000005126" } })).body;
  await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { amount: 0.1, reason: "Rain" } });
  await app.jobs.runAll();
  await app.jobs.runAll();
  const { refunds } = await bodyOf(admin.call(paymentRoutes.listPaymentTroubles));
  const failed = firstOf(refunds.filter(({ orderId }) => orderId === order.id));
  const [first, again] = await twice(admin, (headers) =>
    admin.call(paymentRoutes.retryRefund, { params: { id: failed.id }, headers }),
  );
  expect(first.status).toBe(200);
  expect(again.status).toBe(200);
  const { rows } = await app.db.pool.query("SELECT tries FROM refunds WHERE id = $1", [failed.id]);
  expect(rows).toEqual([{ tries: 1 }]);
});

test("a payout is recorded once", async () => {
  const params = { id: await wonClaim() };
  const [first, again] = await twice(admin, (headers) =>
    admin.call(claimRoutes.payClaim, { params, body: {}, headers }),
  );
  expect(first).toMatchObject({ status: 200, body: { claim: { payoutStatus: "paid" } } });
  expect(again).toMatchObject({ status: 200, body: first.body });
});

test("a payout is forfeited once", async () => {
  const params = { id: await wonClaim() };
  const [first, again] = await twice(admin, (headers) =>
    admin.call(claimRoutes.forfeitClaim, { params, body: { reason: "Under 18" }, headers }),
  );
  expect(first).toMatchObject({ status: 200, body: { claim: { payoutStatus: "forfeited" } } });
  expect(again).toMatchObject({ status: 200, body: first.body });
});

test("an order that was paid ahead is started once", async () => {
  const golfer = await app.player();
  const { order } = (await buy(golfer, { start: false })).body;
  const body = { userId: golfer.id, courseId: 1, packageId: packs.jackpot.packageId, bayNumber: 7, orderId: order.id };
  const [first, again] = await twice(golfer, (headers) => golfer.call(playRoutes.startSession, { body, headers }));
  expect((await bodyOf(again, 201)).session.id).toBe((await bodyOf(first)).session.id);
});

test("the free shot is started once", async () => {
  const golfer = await app.player();
  const body = { courseId: 1, bayNumber: 3, teeTime: "15:00" };
  const [first, again] = await twice(golfer, (headers) => golfer.call(playRoutes.startFreeShot, { body, headers }));
  expect((await bodyOf(again, 201)).session.id).toBe((await bodyOf(first)).session.id);
});

const openProposals = async () =>
  (await bodyOf(admin.call(proposalRoutes.listProposals))).proposals.filter(({ status }) => status === "open");

test("an adjustment is proposed once", async () => {
  const body = { courseId: 1, account: "revenue", amount: 2.5, reason: "Counted anew" } as const;
  const [first, again] = await twice(admin, (headers) =>
    admin.call(adjustmentRoutes.proposeAdjustment, { body, headers }),
  );
  expect(await bodyOf(again, 202)).toEqual(await bodyOf(first));
  expect(await openProposals()).toHaveLength(1);
  await admin.call(proposalRoutes.withdrawProposal, { params: { id: (await bodyOf(first)).proposal.id } });
});

test("a payment to a range above the limit is proposed once, and the repetition says what became of it", async () => {
  await app.db.pool.query("UPDATE courses SET range_share_bp = 1000 WHERE id = 1");
  await noteTerms(app.db, app.clock.now());
  await play(await app.player());
  await bodyOf(admin.call(payoutRoutes.setApprovalLimit, { body: { amount: 0.01 } }));
  const send = {
    params: { of: "range", courseId: 1 },
    body: { month: "2026-11", amount: 0.1, reference: "T-1" },
  } as const;
  const [first, again] = await twice(admin, (headers) => admin.call(booksRoutes.recordPayment, { ...send, headers }));
  const { proposal } = await bodyOf(first, 202);
  expect(await bodyOf(again, 202)).toEqual({ proposal });
  expect(await openProposals()).toEqual([expect.objectContaining({ id: proposal.id })]);
});
