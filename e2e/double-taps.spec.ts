/** Gloves tap twice. The second tap never does what the first one has only just opened. More are in `long`. */
import { expect, test } from "./fixtures.ts";
import { savedCard } from "./buying.ts";
import { GAPS, inGame, reviewAndEndTwice, tapTwice, tapTwiceWhileBusy } from "./taps.ts";
import { callsOf, live, ordersOf, registered } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";
test("'Continue' that is tapped twice, or once more when the checkout has just come, does not pay with the saved card", async ({
  page,
}) => {
  await registered(page);
  const { session } = await savedCard(page, 14);
  await callsOf(page).call(playRoutes.completeSession, { params: { id: session.id } });
  for (const gap of [...GAPS, 600, 900]) {
    await page.goto("/bay?course=1&bay=7");
    await page.waitForURL("/package");
    await live(page);
    await page.getByText("Jackpot Five").click();
    await page.waitForTimeout(500);
    await tapTwice(page, page.getByRole("button", { name: "Continue", exact: true }), gap);
    await expect(page).toHaveURL("/checkout");
    await expect(page.getByRole("radio", { name: "Visa ending 4242" })).toBeChecked();
    await page.waitForTimeout(500);
    expect((await ordersOf(page)).length, `${gap} ms`).toBe(1);
  }
  // Then it pays at the first tap.
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
  await expect(page).toHaveURL(/\/game/);
});

test("'Review Claim' that is tapped twice submits nothing, and 'End Session' ends nothing", ({ page }) =>
  reviewAndEndTwice(page, 390, 844));

test("a flag that is tapped twice while the phone is busy opens the claim for its own hole, not for what then covers it", async ({
  page,
}) => {
  await registered(page);
  await inGame(page);
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  for (const [hole, name] of [
    ["left", /Left Hole/],
    ["middle", /Middle Hole/],
    ["right", /Right Hole/],
  ] as const) {
    await tapTwiceWhileBusy(page, page.locator(`[data-hole=${hole}]`), 600);
    await page.waitForTimeout(300);
    await expect(sheet.getByRole("radio", { checked: true })).toHaveAccessibleName(name);
    // Somebody who has seen the sheet chooses in it, at the same place, too.
    const other = hole === "left" ? "Middle Hole" : "Left Hole";
    await page.waitForTimeout(500);
    await sheet.getByText(other).tap();
    await expect(sheet.getByRole("radio", { checked: true })).toHaveAccessibleName(other);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  }
});
