/** Play without a connection beside other tabs, devices and players, in a group, and on a full disk. */
import { expect, test } from "../fixtures.ts";
import { blockServer, keptIds, keptOffline, opened, sentShots, sessionOf, shoot } from "../offline-play.ts";
import { callsOf, expectAccessible, groupMisses, playing, registered, signedIn, signIn } from "../people.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

test.use({ serviceWorkers: "allow" });

// Some of these wait for the server to come back, and the waits grow.
test.describe.configure({ timeout: 120_000 });

test("two tabs send each shot once and show the same", async ({ page, context }) => {
  await registered(page);
  const sessionId = await opened(page);
  const other = await context.newPage();
  await other.goto(`/game?session=${sessionId}`);
  await expect(other.getByText("10 / 10")).toBeVisible();
  const sent = sentShots(context);
  await context.setOffline(true);
  await shoot(page, 2);
  await other.bringToFront();
  await shoot(other, 2);
  for (const tab of [page, other]) await expect(tab.getByText("6 / 10")).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => keptIds(page)).toEqual([]);
  expect(await sessionOf(page, sessionId)).toMatchObject({ ballCount: 6, attempts: 4 });
  expect(sent).toHaveLength(4);
  for (const tab of [page, other]) await expect(tab.getByText("6 / 10")).toBeVisible();
});

test("a device that cannot store anything says so, and sends shots from the open page", async ({ page, context }) => {
  await context.addInitScript(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("The disk is full", "QuotaExceededError");
    };
  });
  await registered(page);
  const sessionId = await opened(page);
  await context.setOffline(true);
  await shoot(page, 2);
  await expect(page.getByText("This device cannot keep your shots")).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect.poll(async () => (await sessionOf(page, sessionId)).attempts).toBe(2);
  await expect(page.getByText("This device cannot keep your shots")).toBeHidden();
});

test("after a sign-out another player sends none of the waiting shots, and the same player sends all of them", async ({
  page,
  context,
  browser,
  app,
}) => {
  const { email } = await registered(page);
  const sessionId = await opened(page);
  await context.setOffline(true);
  await shoot(page, 2);
  await expect(page.getByText("2 shots: Saved, not sent")).toBeVisible();
  // The first sign-in by code ends every other session of the account.
  const elsewhere = await signedIn(browser, app.url, email);
  await context.setOffline(false);
  await expect(page.getByText("You were signed out")).toBeVisible();
  expect(await sessionOf(elsewhere, sessionId)).toMatchObject({ attempts: 0 });
  await registered(page, "Sam Stranger");
  await page.goto("/course");
  await expect(page.getByText("Hello, Sam")).toBeVisible();
  await page.waitForTimeout(1500);
  expect(await keptIds(page)).toHaveLength(2);
  expect(await sessionOf(elsewhere, sessionId)).toMatchObject({ attempts: 0 });
  await callsOf(page).call(accountRoutes.logout);
  await page.goto("/login");
  await signIn(page, email);
  await expect.poll(async () => (await sessionOf(elsewhere, sessionId)).attempts, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => keptIds(page)).toEqual([]);
});

test("when the session was ended on another device, the page says that the shots did not count, until the player has read it", async ({
  page,
  context,
  browser,
  app,
}) => {
  const { email } = await registered(page);
  const elsewhere = await signedIn(browser, app.url, email, { width: 390, height: 844 });
  await page.goto("/login");
  await signIn(page, email);
  await expect(page).toHaveURL(/course|app/);
  // A stream that is open already would still tell of the end.
  await page.route("**/events", (route) => route.abort());
  const sessionId = await opened(page);
  await blockServer(context);
  await callsOf(elsewhere).call(playRoutes.completeSession, { params: { id: sessionId } });
  await page.waitForTimeout(500);
  await shoot(page, 2);
  await page.waitForTimeout(10_000);
  await context.unroute(/\/(api\/|healthz)/);
  const told = page.getByText("2 shots were not counted");
  await expect(told).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/This session has ended/).first()).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(told).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  await expect(told).toBeHidden();
  await expect.poll(() => keptIds(page)).toEqual([]);
});

test("a group's shots wait by player, and each counts for the player who made it [4.25 8.14 8.18]", async ({
  page,
  context,
}) => {
  await registered(page);
  const mainId = await playing(page, 4, 5, {
    mainPlayer: { bayNumber: 1, ballCount: 6 },
    friends: [{ name: "Ana", bayNumber: 2, ballCount: 4 }],
  });
  await page.goto(`/game?session=${mainId}`);
  await expect(page.getByText("4 balls left")).toBeVisible();
  await keptOffline(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Shot Taken by Ana" }).click();
  await page.getByRole("button", { name: "Shot Taken by Robin Tester" }).click();
  // Each is shown once the device keeps it.
  await expect(page.getByText("3 balls left")).toBeVisible();
  await expect(page.getByText("5 balls left")).toBeVisible();
  await expect(page.getByText("1 saved, not sent")).toHaveCount(2);
  await page.reload().catch(() => undefined);
  await context.setOffline(false);
  await page.goto(`/game?session=${mainId}`);
  await expect.poll(() => keptIds(page)).toEqual([]);
  const view = await bodyOf(callsOf(page).call(playRoutes.getSession, { params: { id: mainId } }));
  expect(view.session.ballCount).toBe(5);
  expect(view.friendSessions[0]?.ballCount).toBe(3);
});

test("a friend's phone without a connection is told nothing when the buyer buys more, and goes on when it is back", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Max Buyer");
  const friend = await (await browser.newContext({ baseURL: app.url })).newPage();
  const { userId } = await registered(friend, "Fay Friend");
  const shares = (own: number, friends: number) => ({
    mainPlayer: { bayNumber: 11, ballCount: own },
    friends: [{ userId, name: userId, bayNumber: 12, ballCount: friends }],
  });
  const mainSessionId = await playing(page, 2, 2, shares(2, 1));
  await friend.goto("/game");
  await expect(friend.getByRole("button", { name: "Shot Taken" })).toBeVisible();
  await groupMisses(page, mainSessionId, [undefined, undefined, 0]);
  await expect(friend.getByText("If more balls are bought for you")).toBeVisible();
  await friend.context().setOffline(true);
  await playing(page, 2, 2, shares(1, 2));
  // Whatever still reaches it.
  await friend.waitForTimeout(4_000);
  await expect(friend.locator("#toasts")).not.toContainText("gave you");
  await friend.context().setOffline(false);
  await expect(friend.locator("#toasts")).toContainText("Max B. gave you 2 balls");
  await expect(friend.getByText("2 / 2")).toBeVisible();
  await friend.context().close();
});
