/** Gloves tap twice. The second tap never does what the first one has only just opened. More are in `long`. */
import { expect, test } from "./fixtures.ts";
import { savedEarlier } from "./buying.ts";
import { GAPS, tapTwice } from "./taps.ts";
import { live, ordersOf, registered } from "./people.ts";

test("'Continue' that is tapped twice, or once more when the checkout has just come, does not pay with the saved card", async ({
  page,
}) => {
  await registered(page);
  await savedEarlier(page, 14);
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
