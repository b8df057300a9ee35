/** Facts about a course that are learned after it was closed for good are still booked, and never change its pot. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { bodyOf } from "#test/calls.ts";
import { expectCleanBooks, transfersOf } from "#test/books.ts";
import { potOf, propose, setOpen } from "#test/closing.ts";
import { type Disputing, disputing } from "#test/disputing.ts";
import { pay } from "#test/server/claims/payouts-people.ts";
import { administrator, approve, codeOf } from "#test/server/accounts/two-people-calls.ts";

let on: Disputing;
let refunded: Awaited<ReturnType<Disputing["played"]>>;
let ahead: Awaited<ReturnType<Disputing["ahead"]>>;
let played: typeof refunded;
let prizeId: string;
beforeAll(async () => {
  on = await disputing();
  refunded = await on.played();
  await (
    await on.refundNews(refunded.orderId)
  )();
  ahead = await on.ahead();
  await (
    await on.refundNews(ahead.orderId)
  )();
  played = await on.played();
  prizeId = (await on.verified()).id;
  expect((await pay(await on.admin(), prizeId)).status).toBe(200);
  await on.app.clock.advance(3 * 3600);
  await on.app.jobs.runAll();
  const admin = await on.admin();
  const other = await administrator(on.app, "Sonja Second");
  await setOpen(admin, 1, false);
  const closed = await approve(other, await propose(admin, 1, { intoCourseId: 2 }));
  expect([closed.status, codeOf(closed)]).toEqual([200, undefined]);
}, 60_000);
afterAll(() => on.app.close());

async function expectNoPot(): Promise<void> {
  expect(await potOf(on.app, 1)).toBe(0);
  await expectCleanBooks(on.app);
}

test("a refund that is cancelled at the gateway gives the pot's part to revenue", async () => {
  await (
    await on.cancelNews(refunded.orderId)
  )();
  expect((await transfersOf(on.app, refunded.orderId)).at(-1)).toEqual([
    "refund_cancelled",
    { refunds_payable: 500, revenue: -500 },
  ]);
  await expectNoPot();
});

test("an order whose refund is cancelled cannot start any more: it is refunded again", async () => {
  await (
    await on.cancelNews(ahead.orderId)
  )();
  await expect.poll(async () => (await on.orderOf(ahead.golfer, ahead.orderId)).status).toBe("refunded");
  expect((await on.start(ahead.golfer, ahead.orderId)).status).toBe(404);
  await expectNoPot();
});

test("a dispute, lost and won after all, and a refund afterwards", async () => {
  const decide = await on.dispute(played.orderId);
  await decide("lost");
  await expectNoPot();
  await decide("won");
  await expectNoPot();
  expect((await on.refund(played.orderId, 2)).status).toBe(200);
  await expectNoPot();
});

test("a prize that comes back and is forfeited goes to the house", async () => {
  const admin = await on.admin();
  const amount = (await on.balanceOf("house_funding")) / 100;
  await bodyOf(admin.call(payoutRoutes.prizeCameBack, { params: { id: prizeId }, body: { reason: "Wrong account" } }));
  await expectNoPot();
  const { claim } = await bodyOf(
    admin.call(claimRoutes.forfeitClaim, { params: { id: prizeId }, body: { reason: "Nobody answers" } }),
  );
  expect((await on.balanceOf("house_funding")) / 100).toBeCloseTo(amount - claim.prizeAmount, 2);
  await expectNoPot();
});
