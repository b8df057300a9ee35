/**
 * What can be tapped on a screen of golfers or of the desk stays where it was first shown, however late the answers of
 * the server come.
 * A phone of Apple's has no scroll anchoring, so there a list that comes late would push another button under the finger.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { playRoutes } from "#features/play/contract.ts";
import { atCheckout, savedEarlier } from "../buying.ts";
import { deskScreens, filled, settled } from "../desk-screens.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, claimPrize, newestOrder, playing, registered, signedIn, withoutAnswers } from "../people.ts";

// Each of ten screens is given four seconds; the desk has forty.
test.setTimeout(240_000);

declare global {
  interface Window {
    moves: string[];
  }
}

/** Notes each control that moves within the page, in each picture. */
function watch(): void {
  /** A screen slides into its place by half of it. */
  const MOST_PX = 24;
  const places = new Map<Element, number>();
  let scrolled = scrollY;
  window.moves = [];
  const look = () => {
    // What sticks to the window moves within the page when it is scrolled.
    if (scrollY !== scrolled) places.clear();
    scrolled = scrollY;
    for (const one of document.querySelectorAll(
      "#content :is(label, button, input, select, summary, a, [data-hole])",
    )) {
      const { top, height } = one.getBoundingClientRect();
      if (height === 0 || one.closest("dialog")) continue;
      const y = top + scrollY;
      const before = places.get(one) ?? y;
      // What is below the window is not yet under a finger.
      if (Math.abs(y - before) > MOST_PX && before < innerHeight) {
        const name = (one.ariaLabel ?? one.textContent ?? "").trim().slice(0, 40);
        window.moves.push(`${one.tagName} ${name}: from ${Math.round(before)} to ${Math.round(y)} px`);
      }
      places.set(one, y);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Opens a page whose calls are answered late and in another order. @returns what has moved on it */
async function movesAt(page: Page, path: string, height: number): Promise<string[]> {
  await page.setViewportSize({ width: 390, height });
  await page.goto(path);
  await expect(page).toHaveURL((url) => url.pathname === path.split("?")[0]);
  await page.waitForTimeout(4_000);
  return page.evaluate(() => window.moves);
}

/** Lets calls wait. @returns resolves once none has waited for half a second: what an answer leads to is asked by then */
async function slowly(page: Page): Promise<() => Promise<void>> {
  await withoutAnswers(page);
  let [calls, waiting, endedAt] = [0, 0, 0];
  await page.route("**/api/**", async (route) => {
    calls += 1;
    waiting += 1;
    await sleep(300 + ((calls * 377) % 700));
    waiting -= 1;
    endedAt = performance.now();
    await route.continue().catch(() => undefined);
  });
  return async () => {
    while (waiting > 0 || performance.now() - endedAt < 500) await sleep(100);
  };
}

test("nothing that can be tapped moves while answers come late", async ({ page }) => {
  // For ten minutes after a game a notice above the courses says so; it may push them, and a tap then does nothing.
  await registered(page);
  const found: Record<string, string[]> = {};
  await atCheckout(page);
  await page.addInitScript(watch);
  await slowly(page);
  for (const path of ["/course", "/package", "/checkout"]) found[path] = await movesAt(page, path, 2_000);
  await savedEarlier(page);
  const played = await playing(page, 4, 5);
  await claimPrize(page, played, "left");
  await callsOf(page).call(playRoutes.completeSession, { params: { id: played } });
  const { id } = await newestOrder(page);
  // So high that the whole of a screen is in it.
  for (const path of ["/prizes?course=1", "/profile", "/claims", "/orders", `/orders/${id}/receipt`])
    found[path] = await movesAt(page, path, 4_000);
  await page.evaluate(() => sessionStorage.setItem("settingsOpen", "true"));
  found["/profile with its settings"] = await movesAt(page, "/profile", 5_000);
  await playing(page, 4, 5);
  found["/game"] = await movesAt(page, "/game", 844);
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((path) => [path, []])));
});

test("nor at the desk", async ({ page, browser, serverOf }, { file }) => {
  const server = await serverOf(file);
  const world = await filled(page, browser, server);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await admin.setViewportSize({ width: 1280, height: 800 });
  await admin.addInitScript(watch);
  const quiet = await slowly(admin);
  const found: string[] = [];
  for (const path of Object.values(deskScreens(world)).flat())
    await test.step(path, async () => {
      await settled(admin, path);
      await quiet();
      found.push(...(await admin.evaluate(() => window.moves)).map((move) => `${path}: ${move}`));
    });
  expect(found).toEqual([]);
});

test("nor do the bays move when a claim rings that was made before", async ({ page, browser, app }) => {
  await registered(page, "Casey Slow");
  await claimPrize(page, await playing(page, 4, 5), "left");
  const staff = await signedIn(browser, app.url, "admin@acebay.test");
  await staff.addInitScript(watch);
  // Also as a stream.
  await staff.route("**/api/admin/courses/*/claims{,/events}", async (route) => {
    await sleep(1_500);
    await route.continue();
  });
  for (const width of [390, 1280]) {
    await staff.setViewportSize({ width, height: 3_000 });
    await staff.goto(`${app.url}/admin/bays`);
    await expect(staff.getByRole("list", { name: "Claims that ring" })).toBeVisible();
    await staff.waitForTimeout(4_000);
    expect(await staff.evaluate(() => window.moves)).toEqual([]);
  }
  await staff.context().close();
});

test("the profile's Logout does not wait for lists that never come, nor for lists that fail", async ({ page }) => {
  await registered(page);
  const logout = page.getByRole("button", { name: "Logout" });
  const lists = /\/api\/(users\/[^/]+\/(claims|sessions)|saved-cards)$/;
  await page.route(lists, () => undefined);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "My Claims" })).toBeVisible();
  await expect(logout).toBeHidden();
  await expect(logout).toBeVisible({ timeout: 6_000 });
  await page.unroute(lists);
  await page.route(lists, (route) => route.abort());
  await page.goto("/profile");
  await expect(logout).toBeVisible({ timeout: 3_000 });
});
