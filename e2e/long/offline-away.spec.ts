/** The server is away from before a page is loaded, or is killed and started again: golfers play on, and nothing is lost. */
import { expect, test } from "../fixtures.ts";
import { blockServer, claim, keptIds, keptOffline, opened, sessionOf, shoot } from "../offline-play.ts";
import { expectAccessible, registered } from "../people.ts";
import { startServer } from "../server.ts";

test.use({ serviceWorkers: "allow" });

// Some of these wait for the server to come back, and the waits grow.
test.describe.configure({ timeout: 120_000 });

test("loaded without a server, the stored game does not change: a sheet over it stays open through the polls", async ({
  page,
  context,
}) => {
  await registered(page);
  await opened(page);
  await blockServer(context);
  await page.reload();
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  await sheet.getByText("Left Hole").click();
  // Longer than from one poll to the next.
  await page.waitForTimeout(2_500);
  await expect(sheet.getByRole("radio", { name: /Left Hole/ })).toBeChecked();
});

test("when the server is killed and started again, no shot is lost and none counts twice", async ({
  page,
  context,
}) => {
  const server = await startServer("server-killed");
  try {
    const there = await (await context.browser()?.newContext({ baseURL: server.url }))?.newPage();
    if (!there) throw new Error("There is no browser");
    await registered(there);
    const sessionId = await opened(there);
    await shoot(there, 1);
    await expect.poll(async () => (await sessionOf(there, sessionId)).attempts).toBe(1);
    await server.kill();
    await shoot(there, 2);
    await expect(there.getByText("2 shots: Saved, not sent")).toBeVisible();
    await claim(there, "Right Hole");
    await expect(there.getByText(/Not sent. Tell staff now: \d+ min left/)).toBeVisible();
    await server.restart();
    await expect(there.getByRole("heading", { name: "Your claim" })).toBeVisible({ timeout: 40_000 });
    await expect.poll(() => keptIds(there)).toEqual([]);
    const session = await sessionOf(there, sessionId);
    expect(session).toMatchObject({ ballCount: 7, attempts: 3 });
    expect(session.claims).toHaveLength(1);
    await there.context().close();
  } finally {
    await server.stop();
  }
  await page.close();
});

test("without a network the player ID and the running game are there, and a list that could not load comes by itself", async ({
  page,
  context,
}) => {
  const { userId } = await registered(page);
  await opened(page);
  await context.setOffline(true);
  await page.goto("/profile");
  await expect(page.getByText(userId, { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: new RegExp(userId) })).toBeVisible();
  const resume = page.getByRole("link", { name: "Resume Game" });
  await expect(resume).toBeVisible();
  await expectAccessible(page);
  await page.goto("/course");
  await expect(page.getByText("We could not load the courses")).toBeVisible();
  await page.reload();
  await resume.click();
  await expect(page.getByText("10 / 10")).toBeVisible();
  await shoot(page, 1);
  await expect(page.getByText("9 / 10")).toBeVisible();
  await page.goto("/prizes?course=1");
  await expect(page.getByText("We could not load the prizes").first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Middle Hole Jackpot" })).toBeVisible({ timeout: 20_000 });
});

test("the packages open without a network at a course that was chosen after it went, and the way goes on once it is back", async ({
  page,
  context,
}) => {
  await registered(page);
  const asked: string[] = [];
  context.on("request", (request) => {
    if (/\/api\/packages(\?|$)/.test(request.url())) asked.push(request.url());
  });
  await page.goto("/course");
  await expect.poll(() => asked.length).toBe(1);
  await keptOffline(page);
  await context.setOffline(true);
  await page.getByRole("radio", { name: "Palmetto Pines Driving Range" }).check();
  await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
  await page.getByText("Jackpot Five").click();
  await expect(page.getByText("You are offline. What you see may be out of date.")).toBeVisible();
  await page.getByLabel("Bay number", { exact: true }).fill("12");
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden({ timeout: 20_000 });
  await expect(page.getByRole("radio", { name: /Jackpot Five/ })).toBeChecked();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("radio", { name: "Start now" })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test("packages that no page could load ahead come by themselves when the network is back", async ({ page }) => {
  await registered(page);
  await page.route(/\/api\/packages(\?|$)/, (route) => route.abort("connectionfailed"));
  await page.goto("/course");
  await page.getByRole("radio", { name: "Palmetto Pines Driving Range" }).check();
  await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
  await expect(page.getByText("We could not load the packages")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await expect(page.getByText("Jackpot Five")).toBeVisible({ timeout: 20_000 });
});
