/** A phone that has no connection while the session runs out, and is back before or after the claim window closes. */
import { expect, test } from "../fixtures.ts";
import { claim, keptIds, keptOffline, sessionOf, shoot } from "../offline-play.ts";
import { callsOf, expectAccessible, playing, registered } from "../people.ts";
import { advanceClock } from "#test/demo.ts";

test.use({ serviceWorkers: "allow" });

/** Ten balls have twenty minutes, and ten more to claim. */
const AWAY_SECONDS = 25 * 60;
const HOUR_SECONDS = 60 * 60;

test("shots of a session that ran out without a connection count when it is back; until then the game says what waits", async ({
  page,
  context,
}) => {
  await registered(page);
  const sessionId = await playing(page, 4, 5);
  await page.clock.install();
  await page.goto(`/game?session=${sessionId}`);
  await expect(page.getByText("10 / 10")).toBeVisible();
  await keptOffline(page);
  await context.setOffline(true);
  await shoot(page, 2);
  await expect(page.getByText(/You are offline. Play on/)).toBeVisible();
  await page.clock.fastForward(AWAY_SECONDS * 1000);
  await expect(page.getByText("Session over")).toBeVisible();
  // No balls or time are left to play on.
  await expect(page.getByText("You are offline. What this device keeps goes out")).toBeVisible();
  await expect(page.getByText(/Play on/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("2 / 10")).toBeVisible();
  // A few seconds more, so that the taps are not before the session's beginning.
  await advanceClock(callsOf(page), AWAY_SECONDS + 5);
  await context.setOffline(false);
  await expect.poll(async () => (await sessionOf(page, sessionId)).attempts).toBe(2);
  await expect(page.getByText("2 / 10")).toBeVisible();
  await expect(page.getByText(/not counted/)).toHaveCount(0);
});

test("after an hour without a network, past the claim window, the game says that the claim is too late, and shots that come too late do not count", async ({
  page,
  context,
}) => {
  await registered(page);
  const sessionId = await playing(page, 4, 5);
  await page.clock.install();
  await page.goto(`/game?session=${sessionId}`);
  await expect(page.getByText("10 / 10")).toBeVisible();
  await keptOffline(page);
  await context.setOffline(true);
  await shoot(page, 1);
  await claim(page, "Left Hole");
  await expect(page.getByText(/Not sent. Tell staff now: \d+ min left/)).toBeVisible();
  await page.clock.fastForward(HOUR_SECONDS * 1000);
  await expect(page.getByText("Not sent, and the claim window has closed")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Not sent, and the claim window has closed")).toBeVisible();
  expect(await keptIds(page)).toHaveLength(2);
  await advanceClock(callsOf(page), HOUR_SECONDS + 5);
  await context.setOffline(false);
  await expect(page.getByText("1 shot was not counted")).toBeVisible();
  await expect(page.getByText(/claim window has closed/).first()).toBeVisible();
  await expectAccessible(page);
  const session = await sessionOf(page, sessionId);
  expect(session).toMatchObject({ attempts: 0, claims: [], status: "completed" });
});
