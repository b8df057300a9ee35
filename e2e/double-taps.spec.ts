/** Gloves tap twice. The second tap never does what the first one has only just opened. */
import type { Locator, Page } from "@playwright/test";
import { callsOf, live, ordersOf, playing, registered } from "./people.ts";
import { savedCard } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { sessionOf } from "./offline-play.ts";
import { playRoutes } from "#features/play/contract.ts";

/** Milliseconds between the two taps of one hand. */
const GAPS = [60, 150, 250];

/** @param at where across the control, from 0 to 1 */
async function tapTwice(page: Page, control: Locator, gap: number, at = 0.5): Promise<void> {
  const box = await control.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  const [x, y] = [box.x + box.width * at, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(gap);
  await page.touchscreen.tap(x, y);
}

async function inGame(page: Page): Promise<string> {
  const id = await playing(page, 4, 5);
  await page.goto(`/game?session=${id}`);
  await live(page);
  await expect(page.getByText("Tap after each ball that misses.")).toBeVisible();
  // The sheets are loaded once the page is idle.
  await page.waitForTimeout(1_000);
  return id;
}

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

for (const [width, height] of [
  [390, 844],
  [844, 390],
] as const)
  test(`'Review Claim' that is tapped twice submits nothing, and 'End Session' ends nothing, at ${width} x ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await registered(page);
    const id = await inGame(page);
    for (const gap of GAPS) {
      await page.getByRole("button", { name: "Claim Your Prize" }).click();
      const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
      await sheet.getByText("Left Hole").click();
      await page.waitForTimeout(600);
      await tapTwice(page, sheet.getByRole("button", { name: "Review Claim" }), gap, 0.3);
      await page.waitForTimeout(600);
      expect((await sessionOf(page, id)).claims, `${gap} ms`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
    }
    const shot = await page.getByRole("button", { name: "Shot Taken" }).boundingBox();
    for (const gap of GAPS) {
      const end = page.getByRole("button", { name: "End Session" });
      await end.scrollIntoViewIfNeeded();
      await page.waitForTimeout(600);
      await tapTwice(page, end, gap);
      await page.waitForTimeout(600);
      expect((await sessionOf(page, id)).status, `${gap} ms`).toBe("active");
      // Not in the place of Shot Taken either, in which a thumb taps without looking.
      const now = await page.getByRole("button", { name: "End now" }).boundingBox();
      if (!now || !shot) throw new Error("The buttons have no place");
      const isApart = now.y + now.height <= shot.y || now.x + now.width <= shot.x;
      expect(isApart, `${gap} ms`).toBe(true);
      await page.keyboard.press("Escape");
    }
  });

test("a flag that is tapped twice opens the claim for its own hole", async ({ page }) => {
  await registered(page);
  await inGame(page);
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  for (const gap of GAPS)
    for (const [hole, name] of [
      ["left", /Left Hole/],
      ["middle", /Middle Hole/],
      ["right", /Right Hole/],
    ] as const) {
      await tapTwice(page, page.locator(`[data-hole=${hole}]`), gap);
      await expect(sheet.getByRole("radio", { checked: true })).toHaveAccessibleName(name);
      await page.waitForTimeout(600);
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
    }
});

test("'Undo' that is tapped twice takes back one shot", async ({ page }) => {
  await registered(page);
  const id = await inGame(page);
  const shot = page.getByRole("button", { name: "Shot Taken" });
  for (const gap of GAPS) {
    for (let balls = 0; balls < 2; balls += 1) {
      await shot.click();
      await page.waitForTimeout(600);
    }
    const before: number = (await sessionOf(page, id)).attempts;
    await tapTwice(page, page.getByRole("button", { name: /^Undo/ }), gap);
    await page.waitForTimeout(1_000);
    expect((await sessionOf(page, id)).attempts, `${gap} ms`).toBe(before - 1);
  }
});

test("a mouse that is clicked twice submits nothing either, and one that is clicked again is taken at its word", async ({
  page,
}) => {
  // On a phone on its side 'Confirm' comes where 'Review Claim' was.
  await page.setViewportSize({ width: 844, height: 390 });
  await registered(page);
  const id = await inGame(page);
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  const review = async () => {
    await page.getByRole("button", { name: "Claim Your Prize" }).click();
    await sheet.getByText("Left Hole").click();
    await page.waitForTimeout(600);
    const box = await sheet.getByRole("button", { name: "Review Claim" }).boundingBox();
    if (!box) throw new Error("It is not on the screen");
    return [box.x + box.width * 0.3, box.y + box.height / 2] as const;
  };
  const place = await review();
  await page.mouse.click(...place);
  await page.waitForTimeout(150);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(600);
  expect((await sessionOf(page, id)).claims).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  const again = await review();
  await page.mouse.click(...again);
  await page.waitForTimeout(150);
  await page.mouse.click(...again);
  await expect.poll(async () => (await sessionOf(page, id)).claims.length).toBe(1);
});
