/**
 * Play without a connection: shots, claims and the end are kept on the device in their order and sent when the server
 * is back, through reloads and closed tabs; and all counts are the server's.
 */
import { expect, test } from "./fixtures.ts";
import { blockServer, claim, keptIds, keptOffline, opened, sentShots, sessionOf, shoot } from "./offline-play.ts";
import { callsOf, expectAccessible, playing, registered } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

test.use({ serviceWorkers: "allow" });

// Some of these wait for the server to come back, and the waits grow.
test.describe.configure({ timeout: 120_000 });

test("without a network shots and a claim wait in their order, marked as waiting, and are sent when it is back", async ({
  page,
  context,
}) => {
  await registered(page);
  const sessionId = await opened(page);
  const sent = sentShots(context);
  await context.setOffline(true);
  await shoot(page, 3);
  await expect(page.getByText("7 / 10")).toBeVisible();
  await expect(page.getByText("3 shots: Saved, not sent")).toBeVisible();
  await expect(page.getByText(/You are offline. Play on/)).toBeVisible();
  await claim(page, "Left Hole");
  await expect(page.getByText(/Not sent. Tell staff now: \d+ min left/)).toBeVisible();
  await expectAccessible(page);
  const kept = await keptIds(page);
  expect(kept).toHaveLength(4);
  await context.setOffline(false);
  await expect(page.getByText(/Left Hole/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your claim" })).toBeVisible();
  await expect(page.getByText(/Not sent/)).toBeHidden();
  const session = await sessionOf(page, sessionId);
  expect(session).toMatchObject({ ballCount: 7, attempts: 3 });
  expect(session.claims).toHaveLength(1);
  expect(sent.map(({ shotId }) => shotId)).toEqual(kept);
  expect(sent.map(({ prizeClaim }) => prizeClaim)).toEqual([false, false, false, true]);
  for (const { secondsAgo } of sent) expect(secondsAgo).toBeGreaterThan(0.5);
  await expect.poll(() => keptIds(page)).toEqual([]);
});

test("the last miss can be undone before it is sent, and after it was sent without an answer", async ({
  page,
  context,
}) => {
  await registered(page);
  const sessionId = await opened(page);
  await context.setOffline(true);
  await shoot(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("9 / 10")).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => keptIds(page)).toEqual([]);
  expect(await sessionOf(page, sessionId)).toMatchObject({ ballCount: 9, attempts: 1 });
  // The shot arrives, its answer does not.
  await page.route("**/api/attempts", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await shoot(page, 1);
  await expect.poll(async () => (await sessionOf(page, sessionId)).ballCount).toBe(8);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.unrouteAll({ behavior: "wait" });
  await expect.poll(async () => (await sessionOf(page, sessionId)).ballCount).toBe(9);
  await expect(page.getByText("9 / 10")).toBeVisible();
});

test("a reload and a closed tab keep the shots; a tab opened later sends them [8.18]", async ({ page, context }) => {
  await registered(page);
  const sessionId = await opened(page);
  await blockServer(context);
  await shoot(page, 2);
  await page.reload();
  // The state that this device saw last, less the shots that it keeps.
  await expect(page.getByText("8 / 10")).toBeVisible();
  await expect(page.getByText("2 shots: Saved, not sent")).toBeVisible();
  await shoot(page, 1);
  await expect(page.getByText("7 / 10")).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await again.goto("/game");
  await expect(again.getByText("7 / 10")).toBeVisible();
  await again.close();
  await context.unroute(/\/(api\/|healthz)/);
  const later = await context.newPage();
  await later.goto("/app");
  await expect.poll(async () => (await sessionOf(later, sessionId)).attempts).toBe(3);
  await expect(later).toHaveURL(/\/(game|app|course)/);
});

test("End Session waits for the shots and says 'Ending when sent', and the booking screens send what is left", async ({
  page,
  context,
}) => {
  await registered(page);
  const sessionId = await opened(page);
  await blockServer(context);
  await shoot(page, 2);
  await page.getByRole("button", { name: "End Session" }).click();
  await page.getByRole("button", { name: "End now", exact: true }).click();
  await expect(page.getByText("Ending when sent").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Shot Taken" })).toBeHidden();
  await expectAccessible(page);
  await page.goto("/course");
  await expect(page.getByText("2 shots: Saved, not sent")).toBeVisible();
  await expectAccessible(page);
  await context.unroute(/\/(api\/|healthz)/);
  // By the tap, or by itself if that comes first.
  const sendNow = page.getByRole("button", { name: "Send now" });
  await sendNow.click({ timeout: 3_000 }).catch(() => expect(sendNow).toBeHidden());
  await expect(page.getByText("2 shots: Saved, not sent")).toBeHidden();
  await expect(page.getByText(/Claim within \d+ min/)).toBeVisible();
  expect(await sessionOf(page, sessionId)).toMatchObject({
    ballCount: 8,
    attempts: 2,
    status: "completed",
    endReason: "player",
  });
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
