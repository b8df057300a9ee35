/** Paying by Stripe, on the real app with stand-ins for Stripe's API and for its script in the page. */
import type { Page } from "@playwright/test";
import { startStripe, type StripeServer } from "../test/stripe-server.ts";
import { atCheckout, choosePackage } from "./buying.ts";
import { expect, test as base } from "./fixtures.ts";
import { callsOf, newestOrder, ordersOf, registered } from "./people.ts";
import { type RunningServer, startServer } from "./server.ts";
import { standInForStripe } from "./stripe-stand-in.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf, given } from "#test/calls.ts";

interface AtStripe {
  stripe: StripeServer;
  running: RunningServer;
}

const test = base.extend<object, AtStripe>({
  stripe: [
    // Playwright reads the fixtures that it must prepare from this pattern.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const server = await startStripe(() => new Date());
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  running: [
    async ({ stripe }, use, worker) => {
      const env = { STRIPE_STAND_IN_PORT: String(stripe.address.port) };
      const server = await startServer(`stripe-${worker.workerIndex}`, env, { entry: "e2e/stripe-app.ts" });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  app: async ({ running }, use) => use({ url: running.url }),
});

const NUMBER = "Card number in Stripe's frame";

/** A new golfer at the step that takes the payment. */
async function atLastStep(page: Page): Promise<void> {
  await registered(page);
  await choosePackage(page, "Jackpot Five");
  await page.getByLabel("Bay number", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Continue" }).click();
}

/** A session of one ball, paid by a card. @returns its id */
async function paidSession(page: Page, stripe: StripeServer): Promise<string> {
  const token = stripe.confirmationToken("pm_card_visa");
  const body = await bodyOf(
    callsOf(page).call(paymentRoutes.processPayment, {
      body: {
        paymentInfo: { paymentMethod: "card", token },
        sessionData: { courseId: 1, packageId: 3, bayNumber: 7 },
        amount: 1,
      },
    }),
    200,
  );
  return given(body.session).id;
}

// They are the last ones to begin, because they share no server with others; one after the other they would end alone.
test.describe.configure({ mode: "parallel" });

test("what was typed into Stripe's form stays when the golfer decides when to start, and one payment is made of it", async ({
  page,
  stripe,
}) => {
  await standInForStripe(page, stripe, false);
  await atLastStep(page);
  // Without a wallet the card comes unfolded.
  await expect(page.getByLabel(NUMBER)).toBeVisible();
  await page.getByLabel(NUMBER).fill("4242424242424242");
  await expect(page.getByRole("button", { name: "Pay $3" })).toBeEnabled();
  await page.getByText("Start now").click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
  await expect(page.getByLabel(NUMBER)).toHaveValue("4242424242424242");
  // The focus stays at the choice: it is the same screen.
  await expect(page.getByRole("radio", { name: "Start now" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/\/app\?step=3$/);
  await expect(page.getByLabel(NUMBER)).toHaveValue("4242424242424242");
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/\/checkout$/);
  const known = new Set(stripe.state.intents.keys());
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
  await expect(page).toHaveURL(/\/game\?session=/);
  const made = [...stripe.state.intents.values()].filter(({ id }) => !known.has(id));
  expect(made).toMatchObject([
    { amount: 300, currency: "usd", status: "succeeded", metadata: { attempt_id: expect.any(String) } },
  ]);
  const orders = await ordersOf(page);
  expect(orders).toMatchObject([{ status: "fulfilled", amount: 3 }]);
});

test("a declined card stays told and typed at the other address; paid ahead, the order waits for its start", async ({
  page,
  stripe,
}) => {
  await standInForStripe(page, stripe, true);
  await atLastStep(page);
  // The wallet comes first, and the card is folded.
  await expect(page.getByRole("button", { name: "Apple Pay by Stripe" })).toBeVisible();
  await expect(page.getByLabel(NUMBER)).toBeHidden();
  await page.getByRole("button", { name: "Card by Stripe" }).click();
  await page.getByText("Start now").click();
  await page.getByLabel(NUMBER).fill("4000000000000002");
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
  await expect(page.getByText("Your card was declined.").first()).toBeVisible();
  await page.getByText("Start later").click();
  await expect(page.getByText("Your card was declined.").first()).toBeVisible();
  await expect(page.getByLabel(NUMBER)).toHaveValue("4000000000000002");
  await page.getByLabel(NUMBER).fill("4242424242424242");
  await page.getByRole("button", { name: "Pay $3" }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  const orders = await ordersOf(page);
  expect(orders.map(({ status }: { status: string }) => status)).toEqual(["paid", "declined"]);
});

test("Keep Playing by Stripe: the card is folded below the wallet; a wallet pays by one tap, a challenged card after its bank", async ({
  page,
  stripe,
}) => {
  await standInForStripe(page, stripe, true);
  await registered(page);
  await page.goto(`/game?session=${await paidSession(page, stripe)}`);
  const again = async () => {
    await page.getByRole("button", { name: "Shot Taken" }).click();
    await page.getByRole("button", { name: "Keep Playing" }).click();
  };
  await again();
  const sheet = page.getByRole("dialog", { name: "Keep Playing" });
  await expect(sheet.getByRole("button", { name: "Card by Stripe" })).toBeVisible();
  await expect(sheet.getByLabel(NUMBER)).toBeHidden();
  await sheet.getByRole("button", { name: "Apple Pay by Stripe" }).click();
  await expect(page.getByText("Balls Added!")).toBeVisible();
  await expect(sheet).toBeHidden();
  await again();
  await sheet.getByRole("button", { name: "Card by Stripe" }).click();
  await sheet.getByLabel(NUMBER).fill("4000000000003220");
  await sheet.getByRole("button", { name: /^Pay & Keep Playing/ }).click();
  await expect(page.getByText("Balls Added!")).toBeVisible();
  const orders = await ordersOf(page);
  expect(orders.map(({ status }: { status: string }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
});

test("a card that Stripe keeps after a tick pays again by one tap, and one whose bank asks after its answer", async ({
  page,
  stripe,
}) => {
  await standInForStripe(page, stripe, false);
  await atLastStep(page);
  await page.getByText("Start now").click();
  await page.getByLabel(NUMBER).fill("4000000000003220");
  await page.getByRole("checkbox", { name: "Save this card for next time" }).check();
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
  await expect(page).toHaveURL(/\/game\?session=/);
  const bought = await newestOrder(page);
  await callsOf(page).call(playRoutes.completeSession, { params: { id: given(bought.sessionId) } });
  await atCheckout(page);
  await expect(page.getByRole("radio", { name: "Visa ending 4242" })).toBeChecked();
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
  await expect(page).toHaveURL(/\/game\?session=/);
  const [latest] = [...stripe.state.intents.values()].slice(-1);
  expect(latest).toMatchObject({ status: "succeeded", customer: expect.stringMatching(/^cus_/) });
  expect(latest?.payment_method).toBe(stripe.keptFor(latest?.customer ?? "")[0]?.id);
});

test("the card of last time comes first in Stripe's form; without Stripe's script Keep Playing says what to do, and tries again", async ({
  page,
  stripe,
}) => {
  await standInForStripe(page, stripe, true);
  await registered(page);
  await page.goto(`/game?session=${await paidSession(page, stripe)}`);
  await page.evaluate(() => localStorage.setItem("paymentMethod", JSON.stringify("card")));
  let isBlocked = true;
  await page.route("https://js.stripe.com/**", (route) => (isBlocked ? route.abort() : route.fallback()));
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await page.getByRole("button", { name: "Keep Playing" }).click();
  const sheet = page.getByRole("dialog", { name: "Keep Playing" });
  await expect(sheet.getByText("The payment form did not load")).toBeVisible();
  await expect(sheet.getByText("Check your connection.")).toBeVisible();
  const pay = sheet.getByRole("button", { name: /^Pay & Keep Playing/ });
  await expect(pay).toBeDisabled();
  await expect(pay).not.toHaveText(/Loading/);
  isBlocked = false;
  await sheet.getByRole("button", { name: "Try again" }).click();
  // Unfolded, and over the wallet.
  await expect(sheet.getByLabel(NUMBER)).toBeVisible();
  const [card, wallet] = await Promise.all(
    [sheet.getByLabel(NUMBER), sheet.getByRole("button", { name: "Apple Pay by Stripe" })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect(card?.y).toBeLessThan(wallet?.y ?? 0);
  await expect(pay).toBeEnabled();
});
