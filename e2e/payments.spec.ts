import type { Page } from "@playwright/test";
import { atCheckout, payByCard, payChallenged, PLAIN_CARD, statuses } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, registered } from "./people.ts";
import { advanceClock } from "#test/demo.ts";

async function payByWallet(page: Page, wallet: "PayPal" | "Apple Pay") {
  await page.getByText(wallet, { exact: true }).click();
  return page.getByRole("dialog", { name: `Sandbox ${wallet}` });
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
  const sheet = await payChallenged(page);
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
  await (await payChallenged(page)).getByRole("button", { name: "It wasn't me" }).click();
  await expect(page.getByText("Payment Failed")).toBeVisible();
  await expect(page.getByText("Your bank did not get your confirmation. You were not charged.").first()).toBeVisible();
  await payByCard(page, PLAIN_CARD);
  await expect(page).toHaveURL(/\/game/);
  expect(await statuses(page)).toEqual(["fulfilled", "declined"]);
});

test("a challenged payment can be cancelled; its question stays while offline and runs out when nobody answers", async ({
  page,
  context,
}) => {
  await registered(page);
  await atCheckout(page);
  const sheet = await payChallenged(page);
  await context.setOffline(true);
  await sheet.getByRole("button", { name: "Cancel payment" }).click();
  await expect(sheet.getByText("We cannot reach the server.")).toBeVisible();
  await context.setOffline(false);
  await sheet.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByText("Payment cancelled")).toBeVisible();
  await expect(sheet).toBeHidden();
  expect(await statuses(page)).toEqual(["expired"]);

  await payChallenged(page);
  await advanceClock(callsOf(page), 16 * 60);
  await expect(page.getByText("Your bank was not answered within 15 minutes")).toBeVisible();
  await expect(page.getByText("You were not charged. Please try again.")).toBeVisible();
  await expect(sheet).toBeHidden();
  expect(await statuses(page)).toEqual(["expired", "expired"]);
  await payByCard(page, PLAIN_CARD);
  await expect(page).toHaveURL(/\/game/);
});
