/** Each obstacle to closing a course for good, in words with the order to look at, and when a session stops being one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { closingOf, setOpen } from "#test/closing.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ env: { TAX_LABEL: "Florida sales tax", TAX_RATE: "7" } });
  admin = await app.signIn("admin@acebay.test");
  await bodyOf(
    admin.call(manageCourseRoutes.changeCourse, { params: { id: 2 }, body: { rangeShare: 10, isOpen: true } }),
  );
});
afterAll(() => app.close());

const CHALLENGED = "4000000000003220";
const DISPUTED = "4000000000000259";
const REFUND_FAILS = "4000000000005126";

/** A purchase at course 2, also one whose payment has no outcome. */
async function sold(name: string, { cardNumber = "4242424242424242", start = true } = {}) {
  const golfer = await app.player(name);
  const { body } = await buy(golfer, {
    sessionData: { courseId: 2, packageId: 4, bayNumber: 7 },
    amount: 6,
    paymentInfo: { cardNumber },
    start,
  });
  const { rows } = await app.db.pool.query("SELECT id, number FROM orders WHERE user_id = $1", [golfer.id]);
  return { golfer, order: rows[0] as { id: string; number: string }, session: body.session };
}
async function claimedBy(name: string): Promise<string> {
  const { golfer, session } = await sold(name);
  return (await claim(golfer, session.id, "left")).body.claim.id;
}
/** Lines such as `claim null: A claim of Cora Claims has no verdict`. */
const obstacles = async () =>
  (await closingOf(admin, 2)).obstacles.map(({ kind, orderId, words }) => `${kind} ${orderId}: ${words}`);

test("each is listed with whom or what it is about", async () => {
  const { order: open } = await sold("Pia Payment", { cardNumber: CHALLENGED });
  const { order: ahead } = await sold("Ada Ahead", { start: false });
  const { order: disputed } = await sold("Dan Disputed", { cardNumber: DISPUTED });
  const { order: refunded } = await sold("Rex Refunded", { cardNumber: REFUND_FAILS, start: false });
  await bodyOf(
    admin.call(paymentRoutes.refundOrder, { params: { id: refunded.id }, body: { amount: 1, reason: "Rain" } }),
  );
  await claimedBy("Cora Claims");
  await bodyOf(admin.call(claimRoutes.verifyClaim, { params: { id: await claimedBy("Wanda Winner") } }));
  const listed = [
    "sales null: The course is open: close it on its page",
    `payment ${open.id}: A payment of order ${open.number} has no outcome yet`,
    ...["Dan Disputed", "Cora Claims", "Wanda Winner"].map(
      (name) => `session null: The session of ${name} runs, or can still be claimed from`,
    ),
    ...[ahead, refunded].map(
      ({ id, number }) => `ahead ${id}: Order ${number} is paid ahead and not started: refund it`,
    ),
    `dispute ${disputed.id}: A dispute of order ${disputed.number} is open`,
    `refund ${refunded.id}: A refund of order ${refunded.number} is not paid yet`,
    "claim null: A claim of Cora Claims has no verdict",
    "payout null: A prize of Wanda Winner is neither handed over nor forfeited",
    // Of each of the three that began: 6.00 less 0.39 of tax, of which 10 % is the range's.
    "range null: The range is owed $1.68: pay it",
    "tax null: The tax office is owed $1.17: remit it",
  ];
  await expect
    .poll(async () => {
      await app.jobs.runAll();
      return (await obstacles()).toSorted();
    })
    .toEqual(listed.toSorted());
});

test("a session is one for the ten minutes in which it can be claimed from, and one more", async () => {
  const { golfer, session } = await sold("Sol Session");
  await setOpen(admin, 2, false);
  const line = "session null: The session of Sol Session runs, or can still be claimed from";
  await bodyOf(golfer.call(playRoutes.completeSession, { params: { id: session.id } }));
  await app.clock.advance(659);
  expect(await obstacles()).toContain(line);
  await app.clock.advance(2);
  expect(await obstacles()).not.toContain(line);
});
