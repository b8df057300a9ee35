/** Claim Your Prize stays on the screen while somebody plays, and toasts leave the step's counter free. */
import type { Page } from "@playwright/test";
import { atPackages } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { claim, keptGame, keptOffline, opened, shoot } from "../offline-play.ts";
import { live, playing, registered } from "../people.ts";

test.use({ serviceWorkers: "allow" });

const sizes = [
  [360, 640],
  [390, 844],
  [844, 390],
] as const;

/** At each size, at the top of what scrolls and at its end. */
async function expectClaimInSight(page: Page, when: string): Promise<void> {
  const button = page.getByRole("button", { name: "Claim Your Prize" });
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const place of [0, 100_000]) {
      await page.locator("main").evaluate((main, y) => {
        for (const one of [main, document.documentElement]) one.scrollTop = y;
      }, place);
      await expect(button, `${when}, ${width} x ${height}, scrolled to ${place}`).toBeInViewport({ ratio: 1 });
      // A bar over it would be as bad as its absence.
      await button.click({ trial: true });
    }
  }
}

test("Claim Your Prize is on the screen of a game alone: at first, after a shot, without a network, and with a claim that waits", async ({
  page,
  context,
}) => {
  await registered(page);
  await opened(page);
  await live(page);
  await expectClaimInSight(page, "at first");
  await shoot(page, 1);
  await expectClaimInSight(page, "after a shot");
  await context.setOffline(true);
  await expect(page.getByText("You are offline. Play on:", { exact: false })).toBeVisible();
  await shoot(page, 1);
  await expectClaimInSight(page, "offline");
  await page.setViewportSize({ width: 360, height: 640 });
  await claim(page, "Left Hole");
  await expect(page.getByRole("button", { name: "Send now" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Claim Your Prize" })).toBeInViewport({ ratio: 1 });
  await expectClaimInSight(page, "with a claim that waits");
});

test("Claim Your Prize is on the screen of a group: at first, while one waits for the others, without a network, and with a claim that waits", async ({
  page,
  context,
}) => {
  await registered(page, "Bo Buyer");
  const at = (bayNumber: number, ballCount: number) => ({ bayNumber, ballCount });
  const friends = ["Ana", "Fay", "Gus"].map((name, index) => ({ name, ...at(index + 2, 3) }));
  const id = await playing(page, 4, 5, { mainPlayer: at(1, 1), friends });
  await page.goto(`/game?session=${id}`);
  await live(page);
  await keptOffline(page);
  await keptGame(page);
  await expectClaimInSight(page, "at first");
  await page.getByRole("button", { name: "Shot Taken by Bo Buyer" }).click();
  await expect(page.getByText("Waiting for Other Players")).toBeVisible();
  await expectClaimInSight(page, "while one waits");
  await context.setOffline(true);
  await expect(page.getByText("You are offline. Play on:", { exact: false })).toBeVisible();
  await expectClaimInSight(page, "offline");
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  await sheet.getByText("Left Hole").click();
  await sheet.getByText("Ana", { exact: false }).click();
  await sheet.getByRole("button", { name: "Review Claim" }).click();
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Send now" })).toBeVisible();
  await expectClaimInSight(page, "with a claim that waits");
});

test("a toast of the booking never covers the step's counter", async ({ page }) => {
  await registered(page);
  const counter = page.getByRole("progressbar", { name: /^Step/ });
  const expectFree = async (text: string) => {
    const toast = page.locator("#toasts > div");
    await expect(toast).toContainText(text);
    await expect(async () => {
      const [over, step] = [await toast.boundingBox(), await counter.boundingBox()];
      if (!over || !step) throw new Error("One of them is not on the screen");
      const apart =
        over.y >= step.y + step.height ||
        over.y + over.height <= step.y ||
        over.x >= step.x + step.width ||
        over.x + over.width <= step.x;
      expect(apart, `the toast at ${over.y}, the counter at ${step.y}`).toBe(true);
    }).toPass({ timeout: 2_500 });
  };
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await atPackages(page);
    await live(page);
    await page.getByText("Jackpot Five").click();
    await page.getByLabel("Bay number", { exact: true }).fill("");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expectFree("Bay selection required");
    await page.getByLabel("Bay number", { exact: true }).fill("12");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByText("Start now").click();
    await expect(page).toHaveURL(/\/checkout/);
    await page.getByRole("radio", { name: "Card", exact: true }).check();
    await page.getByLabel("Card number").fill("4242");
    await page.locator("form#payment").evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expectFree("Missing Information");
  }
});
