import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { blockServer } from "../offline-play.ts";
import { expectToast, live, playing, registered, signedIn, signIn } from "../people.ts";

test("a golfer who is signed out from elsewhere during a game signs in and is back in the game", async ({
  page,
  browser,
  app,
}) => {
  const { email } = await registered(page);
  const sessionId = await playing(page, 4, 5);
  await page.goto(`/game?session=${sessionId}`);
  await expect(page.getByText("10 / 10")).toBeVisible();
  // The first sign-in by code ends every other session of the account.
  await signedIn(browser, app.url, email);
  await expect(page.getByText("You were signed out")).toBeVisible({ timeout: 10_000 });
  await signIn(page, email);
  await expect(page).toHaveURL(`/game?session=${sessionId}`);
  await expect(page.getByText("10 / 10")).toBeVisible();
});

test("a screen says its name and that it loads before any script has come", async ({ page, context }) => {
  await registered(page);
  await context.route("**/assets/*.js", () => undefined);
  for (const [path, title] of [
    ["/prizes", "Prizes"],
    ["/bay?course=1&bay=7", "Your bay"],
    ["/claims", "My Claims"],
  ] as const) {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByText("Loading…")).toBeVisible();
  }
});

test("when a new release has removed a file, the page is loaded again once; without the server it is not, and the screen says so", async ({
  page,
}) => {
  await registered(page);
  await page.goto("/course");
  await expect(page.getByRole("heading", { name: "Select Your Course" })).toBeVisible();
  await live(page);
  const begun = await countDocuments(page);
  await page.route(/\/assets\/profile-page/, (route) => route.fulfill({ status: 404 }));
  await blockServer(page.context());
  await page.getByText("Palmetto Pines Driving Range").click();
  await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
  // The screen has its packages already. The browser's event lets it ask the server, unless a late answer says otherwise.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await expect(page.getByText(/You are offline/).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("link", { name: "Your profile" }).click();
  const wrong = page.getByRole("heading", { name: "Something went wrong" });
  await expect(wrong).toBeVisible();
  await page.waitForTimeout(500);
  expect(begun()).toBe(0);
  await page.context().unrouteAll();
  let saidSo = 0;
  await page.exposeFunction("wrongShown", () => (saidSo += 1));
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      if (!document.body?.textContent.includes("Something went wrong")) return;
      observer.disconnect();
      window.wrongShown();
    }).observe(document, { childList: true, subtree: true }),
  );
  await page.getByRole("button", { name: "Reload" }).click();
  // One load by the person, and one by the page itself, which says nothing before.
  await expect.poll(begun).toBe(2);
  await expect(wrong).toBeVisible();
  await expect.poll(() => saidSo).toBe(1);
});

test("the game goes on without the parts whose files do not load, and opens them once they do", async ({ page }) => {
  await registered(page);
  await playing(page, 4, 5);
  const begun = await countDocuments(page);
  await page.route(/\/assets\/(?:unsent|claim-sheet)-/, (route) => route.abort());
  await page.goto("/game");
  // As for every file that is missing, one new load; the network of a bay may be gone the next moment.
  await expect.poll(begun).toBe(2);
  await expect(page.getByText("10 / 10")).toBeVisible();
  await live(page);
  await blockServer(page.context());
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await expect(page.getByText("9 / 10")).toBeVisible();
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  await expectToast(page, "This did not load", "It comes as soon as there is a connection.");
  await expect(page.getByText("9 / 10")).toBeVisible();
  await page.context().unrouteAll();
  await page.unrouteAll();
  await expect(page.getByRole("dialog", { name: "Claim Your Prize" })).toBeVisible({ timeout: 20_000 });
});

test("a last ball that is hit before its toast has loaded is followed by it", async ({ page }) => {
  await registered(page);
  await playing(page, 3, 1);
  await page.route(/\/assets\/finish-toasts-/, async (route) => {
    await expect(page.getByRole("button", { name: "Keep Playing" })).toBeVisible();
    await route.continue();
  });
  // Its style sheet belongs to the page's loading.
  await page.goto("/game", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await expectToast(page, "Session Complete!", "You've used all your balls. Want to keep playing?");
});

declare global {
  interface Window {
    documentBegun: () => void;
    wrongShown: () => void;
  }
}

/** Counts the documents that a page opens from now on. A page that loads anew soon has no `load` event before. */
async function countDocuments(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction("documentBegun", () => (count += 1));
  await page.addInitScript(() => window.documentBegun());
  return () => count;
}
