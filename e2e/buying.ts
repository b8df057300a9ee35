/** How a golfer buys by the screens: a package, the way to the checkout, the card. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { callsOf, ordersOf } from "./people.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { bodyOf, given } from "#test/calls.ts";
import { playRoutes, type Session } from "#features/play/contract.ts";

/** From the courses to the packages at Palmetto Pines. */
export async function atPackages(page: Page): Promise<void> {
  await page.goto("/course");
  await page.getByRole("radio", { name: "Palmetto Pines Driving Range" }).check();
  await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
  await expect(page).toHaveURL("/package");
}

/** From the courses to the bay of a package at Palmetto Pines. */
export async function choosePackage(page: Page, name: string): Promise<void> {
  await atPackages(page);
  await page.getByText(name).click();
}

/** From the courses to /checkout with Jackpot Five ($3) for bay 12. */
export async function atCheckout(page: Page): Promise<void> {
  await choosePackage(page, "Jackpot Five");
  await page.getByLabel("Bay number", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Start now").click();
  // The step before has card fields, too.
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
}

/** Unfolds the card among the ways to pay, and fills it in. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: "Card", exact: true }).check();
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12/30");
  await page.getByLabel("CVV").fill("123");
  await page.getByLabel("Billing ZIP").fill("34119");
}

/** The sandbox's card that pays. */
export const PLAIN_CARD = "4242 4242 4242 4242";

/** Pays by a card, at the checkout of `atCheckout` or by another button. */
export async function payByCard(page: Page, number: string, button = "Pay & Start Session - $3"): Promise<void> {
  await fillCard(page, number);
  await page.getByRole("button", { name: button, exact: true }).click();
}

/** Pays as `payByCard` by a card whose bank asks first. @returns the bank's question, which is shown */
export async function payChallenged(page: Page): Promise<Locator> {
  await payByCard(page, "4000 0000 0000 3220");
  const sheet = page.getByRole("dialog", { name: "Your bank asks: is this you?" });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** The player's orders, newest first, as their statuses. */
export async function statuses(page: Page): Promise<string[]> {
  return (await ordersOf(page)).map(({ status }) => status);
}

/**
 * Waits until the newest order's payment is with the gateway, and answers the page with the orders of that moment: on a
 * busy machine a reload takes longer than the payment. @returns ends it
 */
export async function stillCharging(page: Page): Promise<() => Promise<void>> {
  let orders: Awaited<ReturnType<typeof ordersOf>> = [];
  await expect
    .poll(async () => {
      orders = await ordersOf(page);
      return orders[0]?.status;
    })
    .toBe("charging");
  const ofOrders = /\/api\/orders(\/[^/]+)?$/;
  await page.route(ofOrders, (route) => {
    const order = orders.find(({ id }) => route.request().url().endsWith(id));
    return route.fulfill({ json: order ? { order } : { orders } });
  });
  return () => page.unroute(ofOrders);
}

/** Pays one ball with a card that is kept, past the screens. */
export async function savedCard(page: Page, bayNumber = 7): Promise<{ session: Session }> {
  const sent = callsOf(page).call(paymentRoutes.processPayment, {
    body: {
      paymentInfo: {
        paymentMethod: "card",
        cardNumber: "4242424242424242",
        expiryDate: "12/30",
        cvv: "123",
        billingZip: "34119",
        saveCard: true,
      },
      sessionData: { courseId: 1, packageId: 3, bayNumber },
      amount: 1,
    },
  });
  return { session: given((await bodyOf(sent, 200)).session) };
}

/** Keeps a card by a session that is over: the golfer may pay for the next one. */
export async function savedEarlier(page: Page, bayNumber?: number): Promise<void> {
  const { session } = await savedCard(page, bayNumber);
  await callsOf(page).call(playRoutes.completeSession, { params: { id: session.id } });
}

/** At step 3, where the order waits for its start once it is paid. */
export async function atPayingAhead(page: Page): Promise<void> {
  await choosePackage(page, "Jackpot Five");
  await page.getByLabel("Bay number", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Pay $3", exact: true })).toBeVisible();
}
