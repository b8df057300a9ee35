/** Gloves tap twice. The second tap never does what the first one has only just opened. More are in `long`. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { savedEarlier } from "./buying.ts";
import { GAPS, tapTwice, tapTwiceWhileBusy } from "./taps.ts";
import { live, ordersOf, registered } from "./people.ts";

/** Two clicks before the next picture. */
async function twoAtOnce(_: Page, control: Locator): Promise<void> {
  await control.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
}

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

test("two taps on 'Continue' while the phone is busy are one step, so Back shows the courses", async ({ page }) => {
  await registered(page);
  for (const taps of [tapTwiceWhileBusy, twoAtOnce]) {
    await page.goto("/course");
    await live(page);
    await page.getByText("Palmetto Pines Driving Range").first().click();
    await taps(page, page.getByRole("button", { name: "Continue to Ball Packages" }), 60);
    await expect(page).toHaveURL("/package");
    await page.waitForTimeout(300);
    await page.goBack();
    await expect(page, taps.name).toHaveURL("/course");
  }
});

test("a tap on what has just been pushed under the finger does nothing, and the next one counts", async ({ page }) => {
  await registered(page);
  await page.goto("/course");
  await live(page);
  const other = page.getByRole("radio", { name: /Bayshore Golf Park/ });
  // What watches the taps is loaded once the page is idle.
  await page.waitForTimeout(1_500);
  /** As a notice that comes late does. @returns the place of the other course, in which another one was before */
  const push = () =>
    page.evaluate(() => {
      const notice = document.createElement("div");
      notice.style.height = "100px";
      document.querySelector("#content")?.prepend(notice);
      const pushed = performance.now();
      addEventListener("pointerdown", ({ timeStamp }) => (document.title = String(timeStamp - pushed)), { once: true });
      const { x, y, width, height } =
        [...document.querySelectorAll("#content label")]
          .find(({ textContent }) => textContent.includes("Bayshore Golf Park"))
          ?.getBoundingClientRect() ?? new DOMRect();
      return [x + width / 2, y + height / 2] as const;
    });
  // On a busy machine the finger may come so late that it has seen the push.
  await expect(async () => {
    await page.getByText("Palmetto Pines Driving Range").first().click();
    await page.waitForTimeout(600);
    const at = await push();
    await page.touchscreen.tap(...at);
    expect(Number(await page.title()), "ms from the push to the finger").toBeLessThan(300);
    await page.waitForTimeout(500);
    await expect(other).not.toBeChecked({ timeout: 1 });
    await page.touchscreen.tap(...at);
    await expect(other).toBeChecked({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
});
