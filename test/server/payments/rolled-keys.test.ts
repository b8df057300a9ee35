/** Stripe's secret key is rolled: with a time for the old one nobody notices, and without it nothing is lost. */
import { afterEach, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { createStripe } from "#features/payments/server/stripe.ts";
import { buy } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { secondApp } from "#test/second.ts";
import { stripeApp, testKeys } from "#test/stripe-app.ts";

const OLD = testKeys.STRIPE_SECRET_KEY;
const NEXT = "sk_test_rolled";
const stripe = stripeApp();
afterEach(() => stripe.server().accept(OLD));

/** A process that was restarted with the new key. */
async function restarted() {
  const { address, webhookSecret } = stripe.server();
  const { clock } = stripe.app();
  const returnUrl = "http://play.test/checkout";
  const gateway = () => createStripe({ address, secretKey: NEXT, webhookSecret, returnUrl, clock });
  return secondApp(stripe.app(), { env: { ...testKeys, STRIPE_SECRET_KEY: NEXT }, gateway });
}

test("with a time for the old key both processes take payments, and the new one refunds what the old one took", async () => {
  stripe.server().accept(OLD, NEXT);
  const second = await restarted();
  const [golfer, other] = [await stripe.app().player(), await stripe.app().player()];
  const { orderId } = await stripe.pay(golfer);
  const late = await buy({ ...other, ...second.browser(other) }, stripe.by());
  expect(late.status).toBe(200);
  // The time is over: only the restarted process goes on.
  stripe.server().accept(NEXT);
  const admin = await stripe.app().signIn("admin@acebay.test");
  await bodyOf(
    second.browser(admin).call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain" } }),
  );
  await stripe.app().clock.advance(60);
  await second.app.jobs.runAll();
  expect(await stripe.statusOf(golfer, orderId)).toBe("refunded");
  await second.close();
});

test("without it a payment has no outcome until the restart; then it ends uncharged, and its golfer pays", async () => {
  stripe.server().accept(NEXT);
  const golfer = await stripe.app().player();
  const refused = await buy(golfer, stripe.by());
  expect([refused.status, refused.body.pending]).toEqual([202, true]);
  const second = await restarted();
  await stripe.app().clock.advance(120);
  await second.app.jobs.runAll();
  expect(await stripe.statusOf(golfer, refused.body.orderId)).toBe("declined");
  const paid = await buy({ ...golfer, ...second.browser(golfer) }, stripe.by());
  expect(paid.status).toBe(200);
  await second.close();
});
