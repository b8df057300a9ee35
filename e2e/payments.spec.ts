import type { Page } from "@playwright/test";
import { atCheckout, fillCard, stillCharging } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, ordersOf, registered, signedIn, signIn } from "./people.ts";
import { advanceClock } from "#test/demo.ts";

const CHALLENGED = "4000 0000 0000 3220";
const PLAIN = "4242 4242 4242 4242";

async function payByCard(page: Page, number: string): Promise<void> {
  await page.getByText("Card", { exact: true }).click();
  await fillCard(page, number);
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
}

async function payByWallet(page: Page, wallet: "PayPal" | "Apple Pay") {
  await page.getByText(wallet, { exact: true }).click();
  return page.getByRole("dialog", { name: `Sandbox ${wallet}` });
}

function challengeOn(page: Page) {
  return page.getByRole("dialog", { name: "Your bank asks: is this you?" });
}

/** The player's orders, newest first, as their statuses. */
async function statuses(page: Page): Promise<string[]> {
  return (await ordersOf(page)).map(({ status }) => status);
}

test("a wallet's sheet sends nothing when cancelled, says so when declined, and opens the game when approved", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  let sheet = await payByWallet(page, "PayPal");
  await expect(sheet.getByRole("heading")).toBeFocused();
  await expect(sheet.getByText("Acebay", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByText("You closed the wallet. Nothing was charged.")).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "PayPal" })).toBeFocused();
  // It stays chosen, so that the price's button pays by it, too.
  await expect(page.getByRole("button", { name: "Pay & Start Session - $3" })).toBeEnabled();
  expect(await statuses(page)).toEqual([]);

  sheet = await payByWallet(page, "PayPal");
  await sheet.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Payment Failed")).toBeVisible();
  await expect(page.getByText("Your wallet declined the payment. Please pay another way.").first()).toBeVisible();
  expect(await statuses(page)).toEqual(["declined"]);

  sheet = await payByWallet(page, "Apple Pay");
  await sheet.getByRole("button", { name: "Approve $3" }).dblclick();
  await expect(page).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled", "declined"]);
});

test("a challenge survives a reload, is opened by keyboard and approved once by a double tap; then the game opens [8.31]", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  await payByCard(page, CHALLENGED);
  const sheet = challengeOn(page);
  await expect(sheet.getByRole("heading")).toBeFocused();
  await expect(sheet.getByText("Jackpot Five")).toBeVisible();
  await expectAccessible(page);
  expect(await statuses(page)).toEqual(["created"]);
  await page.reload();
  await expect(sheet).toBeVisible();
  // When the sheet is closed, the page behind stays locked and leads back to the question.
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Checking payment" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Card number")).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Answer your bank" }).press("Enter");
  await sheet.getByRole("button", { name: "Approve $3" }).dblclick();
  await expect(page).toHaveURL(/\/game/);
  await expect(page.getByText("Payment Successful")).toBeVisible();
  expect(await statuses(page)).toEqual(["fulfilled"]);
});

test("'It wasn't me' is a decline; another card then pays", async ({ page }) => {
  await registered(page);
  await atCheckout(page);
  await payByCard(page, CHALLENGED);
  await challengeOn(page).getByRole("button", { name: "It wasn't me" }).click();
  await expect(page.getByText("Payment Failed")).toBeVisible();
  await expect(page.getByText("Your bank did not get your confirmation. You were not charged.").first()).toBeVisible();
  await payByCard(page, PLAIN);
  await expect(page).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled", "declined"]);
});

test("a challenged payment can be cancelled; its question stays while offline and runs out when nobody answers", async ({
  page,
  context,
}) => {
  await registered(page);
  await atCheckout(page);
  await payByCard(page, CHALLENGED);
  const sheet = challengeOn(page);
  await expect(sheet).toBeVisible();
  await context.setOffline(true);
  await sheet.getByRole("button", { name: "Cancel payment" }).click();
  await expect(sheet.getByText("We cannot reach the server.")).toBeVisible();
  await context.setOffline(false);
  await sheet.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByText("Payment cancelled")).toBeVisible();
  await expect(sheet).toBeHidden();
  expect(await statuses(page)).toEqual(["expired"]);

  await payByCard(page, CHALLENGED);
  await expect(sheet).toBeVisible();
  await advanceClock(callsOf(page), 16 * 60);
  await expect(page.getByText("Your bank was not answered within 15 minutes")).toBeVisible();
  await expect(page.getByText("You were not charged. Please try again.")).toBeVisible();
  await expect(sheet).toBeHidden();
  expect(await statuses(page)).toEqual(["expired", "expired"]);
  await payByCard(page, PLAIN);
  await expect(page).toHaveURL(/\/game/);
});

test("a cancellation whose answer is lost is told as one, and not as a bank that was not answered", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  await payByCard(page, CHALLENGED);
  const sheet = challengeOn(page);
  await expect(sheet).toBeVisible();
  await page.route("**/api/orders/*/cancel", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sheet.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByText("Payment cancelled")).toBeVisible();
  await expect(page.getByText("Your bank was not answered")).toBeHidden();
  await expect(sheet).toBeHidden();
  expect(await statuses(page)).toEqual(["expired"]);
});

test("with two devices the second payment is refused, and its page offers to wait or to cancel the first one", async ({
  page,
  browser,
  app,
}) => {
  const { email } = await registered(page);
  const second = await signedIn(browser, app.url, email, { width: 390, height: 844 });
  // The first sign-in by code has ended the registration's own session.
  await page.goto("/login");
  await signIn(page, email);
  await expect(page).toHaveURL(/course|app/);
  await atCheckout(second);
  await atCheckout(page);
  await payByCard(page, CHALLENGED);
  await expect(challengeOn(page)).toBeVisible();

  await payByCard(second, PLAIN);
  await expect(second.getByText("Another payment of yours is still being checked.")).toBeVisible();
  const offer = second.getByText("Another payment of yours is not finished");
  await expect(offer).toBeVisible();
  await expectAccessible(second);
  await second.getByRole("button", { name: "Wait" }).click();
  await expect(second.getByText("Waiting for your other payment")).toBeVisible();
  await challengeOn(page).getByRole("button", { name: "It wasn't me" }).click();
  await expect(second.getByText("You can pay now")).toBeVisible();

  await payByCard(page, CHALLENGED);
  await expect(challengeOn(page)).toBeVisible();
  await payByCard(second, PLAIN);
  await second.getByRole("button", { name: "Cancel the other payment" }).click();
  await expect(second.getByText("You can pay now")).toBeVisible();
  await expect(challengeOn(page)).toBeHidden();
  await expect(page.getByText("or the payment was cancelled elsewhere")).toBeVisible();
  await payByCard(second, PLAIN);
  await expect(second).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled", "expired", "declined"]);
});

test("when the network fails during a payment, the page goes on by itself and charges once", async ({
  page,
  context,
}) => {
  await registered(page);
  await atCheckout(page);
  // The request arrives, its reply does not, and then there is no network at all.
  await page.route("**/api/process-payment", async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
    await page.unroute("**/api/process-payment");
  });
  await payByCard(page, PLAIN);
  await expect(page.getByText("Waiting for a connection")).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled"]);
});

test("after a reload before the reply, the page finds the payment again and goes on by itself", async ({ page }) => {
  await registered(page);
  await atCheckout(page);
  await payByCard(page, "4000 0000 0005 0007");
  const answered = await stillCharging(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Checking payment" })).toBeVisible();
  await answered();
  await expect(page).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled"]);
});

test("a golfer who is signed out while paying signs in and is back at the checkout", async ({ page, browser, app }) => {
  const { email } = await registered(page);
  await atCheckout(page);
  await signedIn(browser, app.url, email);
  await payByCard(page, PLAIN);
  await expect(page.getByText("You were signed out")).toBeVisible();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/checkout/);
  await payByCard(page, PLAIN);
  await expect(page).toHaveURL(/\/game/);
});
