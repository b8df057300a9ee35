/** How a golfer buys by the screens: a package, the way to the checkout, the card. */
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** From the courses to the bay of a package at Palmetto Pines. */
export async function choosePackage(page: Page, name: string): Promise<void> {
  await page.goto("/course");
  await page.getByText("Palmetto Pines Driving Range").click();
  await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
  await page.getByText(name).click();
}

/** From the courses to /checkout with Jackpot Five ($3) for bay 12. */
export async function atCheckout(page: Page): Promise<void> {
  await choosePackage(page, "Jackpot Five");
  await page.getByLabel("Bay number", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("link", { name: "Pay and start at once" }).click();
  // The step before has card fields, too.
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12/30");
  await page.getByLabel("CVV").fill("123");
  await page.getByLabel("Billing ZIP").fill("34119");
}
