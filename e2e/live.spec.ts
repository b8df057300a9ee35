import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { callsOf, live as running, playing, registered, signedIn } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";

test("a shot on one device shows on another within a second, and within two when the stream is blocked [4.21-22]", async ({
  page,
  browser,
  app,
}) => {
  const player = await registered(page);
  const sessionId = await playing(page, 4, 5);
  const live = await signedIn(browser, app.url, player.email, { width: 390, height: 844 });
  const polling = await signedIn(browser, app.url, player.email, { width: 390, height: 844 });
  await polling.route("**/events", (route) => route.abort());
  for (const screen of [live, polling]) {
    await screen.goto(`/game?session=${sessionId}`);
    await expect(screen.getByText("10 / 10")).toBeVisible();
    // The server has drawn this. The seconds are those of a page that runs and has its fonts.
    await running(screen);
    await screen.evaluate(async () => void (await document.fonts.ready));
  }
  // The first sign-in by code ended the session of the browser that registered: the call is another device's.
  await callsOf(polling).call(playRoutes.recordShot, {
    body: { sessionId, targetHole: "missed", prizeClaim: false, prizeAmount: 0 },
  });
  await expect(live.getByText("9 / 10")).toBeVisible({ timeout: 1_000 });
  await expect(polling.getByText("9 / 10")).toBeVisible({ timeout: 2_000 });
});

/** Milliseconds, by the page's own clock, in which the bar at the bottom has no large button. Call it while it has one. */
function emptyFor(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let since: number | undefined;
        const look = () => {
          const buttons = [...document.querySelectorAll("section.sticky.bottom-0 button")];
          const isThere = buttons.some((one) => /Shot Taken|Keep Playing/.test(one.textContent));
          if (!isThere) since ??= performance.now();
          else if (since !== undefined) return done(performance.now() - since);
          requestAnimationFrame(look);
        };
        look();
      }),
  );
}

test("undo takes back a mistaken tap, and after the last ball the golfer is offered to keep playing [4.17 4.19]", async ({
  page,
}) => {
  await registered(page);
  await playing(page, 3, 1);
  await page.goto("/game");
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await expect(page.getByText("Session Complete!")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 / 1")).toBeVisible();
  const empty = emptyFor(page);
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await expect(page.getByRole("button", { name: "Keep Playing" })).toBeVisible();
  // Where Shot Taken was, a tap hits nothing for two whole seconds.
  expect(await empty).toBeGreaterThanOrEqual(2_000);
  await page.getByRole("button", { name: "End Session" }).click();
  await page.getByRole("button", { name: "End now" }).click();
  await expect(page).toHaveURL(/\/(app|course)/);
  await expect(page.getByText("Thanks for playing! Returning to main menu.")).toBeVisible();
  await expect(page.getByText(/Claim within \d+ min/)).toBeVisible();
});
