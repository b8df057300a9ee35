/** Taps of a hand with a glove, which come twice, and the game in which they come. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { sessionOf } from "./offline-play.ts";
import { live, playing, registered } from "./people.ts";

/** Milliseconds between the two taps of one hand. */
export const GAPS = [60, 150, 250];

/** @param at where across the control, from 0 to 1 */
export async function tapTwice(page: Page, control: Locator, gap: number, at = 0.5): Promise<void> {
  const box = await control.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  const [x, y] = [box.x + box.width * at, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(gap);
  await page.touchscreen.tap(x, y);
}

/** Two taps at one place while the phone is busy with the first: it shows what that opened only after the second. */
export async function tapTwiceWhileBusy(page: Page, control: Locator, gap: number): Promise<void> {
  const box = await control.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate((busyMs) => {
    const work = () => {
      for (const end = performance.now() + busyMs; performance.now() < end;);
    };
    addEventListener("click", work, { capture: true, once: true });
  }, gap + 300);
  const first = page.touchscreen.tap(x, y);
  await page.waitForTimeout(gap);
  await Promise.all([first, page.touchscreen.tap(x, y)]);
}

/** A running game, with the sheets that it loads when the page is idle. */
export async function inGame(page: Page): Promise<string> {
  const id = await playing(page, 4, 5);
  await page.goto(`/game?session=${id}`);
  await live(page);
  await expect(page.getByText("Tap after each ball that misses.")).toBeVisible();
  // The sheets are loaded once the page is idle.
  await page.waitForTimeout(1_000);
  return id;
}

/** 'Review Claim' that is tapped twice submits nothing, and 'End Session' ends nothing. */
export async function reviewAndEndTwice(page: Page, width: number, height: number): Promise<void> {
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
}
