import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, playing, registered, signedIn } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { bodyOf } from "#test/calls.ts";

const dollars = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" });

test("the dashboard shows a sale and a claim within two seconds, holds still under the pointer, and leads to the claims [2.12 2.110 2.112]", async ({
  page,
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin");
  await expect(admin.getByRole("heading", { name: "Acebay Admin Dashboard" })).toBeVisible();
  const summary = admin.getByRole("region", { name: "Summary" });
  const revenue = summary.locator("div", { hasText: /^Total Revenue/ });
  const before = Number(((await revenue.textContent()) ?? "").replaceAll(",", "").match(/\$([\d.]+)/)?.[1]);

  await registered(page, "Wanda Watched");
  const sessionId = await playing(page, 4, 5);
  // The limit is two seconds on a machine that does nothing else. Here other journeys share its processors, and a check
  // that comes too early is repeated a whole second later.
  const soon = { timeout: 4_000 };
  await expect(revenue).toContainText(`$${(before + 5).toFixed(2)}`, soon);
  const live = admin.getByRole("table", { name: "Live sessions" });
  await expect(live.getByText("Wanda Watched")).toBeVisible();

  const pending = summary.getByText(/^\d+ needs? verification$/);
  const waiting = async () => Number.parseInt((await pending.textContent()) ?? "", 10);
  const waited = await waiting();
  await callsOf(page).call(playRoutes.recordShot, {
    body: { sessionId, targetHole: "left", prizeClaim: true, prizeAmount: 0 },
  });
  await expect.poll(waiting, soon).toBe(waited + 1);

  // While the pointer is on the list, its rows do not move; a new one is only counted.
  await live.hover();
  await registered(page, "Nora Newcomer");
  await playing(page, 4, 5);
  await expect(admin.getByRole("button", { name: "Show 1 new" }).first()).toBeVisible();
  await expect(live.getByText("Nora Newcomer")).toHaveCount(0);
  await admin.mouse.move(0, 0);
  await expect(live.getByText("Nora Newcomer")).toBeVisible();

  await summary.getByRole("button", { name: "Prize Claims" }).focus();
  await expect(admin.getByRole("tooltip", { name: /Claims made in the period/ })).toBeVisible();
  await admin.keyboard.press("Escape");
  await expectAccessible(admin);
  await summary.getByRole("link", { name: "Verify claims" }).click();
  await expect(admin).toHaveURL(/\/admin\/prize-verification$/);
  await expect(admin.getByRole("heading", { name: "Prize Verification" })).toBeVisible();
});

const sectionOf = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title }) });

/** A player who has used today's free shot and plays in a group that has claimed a prize. @returns the group's session */
async function groupPlayer(page: Page, name: string): Promise<string> {
  await registered(page, name);
  const tee = { courseId: 1, bayNumber: 3, teeTime: "14:30" };
  const free = (await bodyOf(callsOf(page).call(playRoutes.startFreeShot, { body: tee }))).session.id;
  await callsOf(page).call(playRoutes.completeSession, { params: { id: free } });
  const friends = [{ name: "Guest", bayNumber: 2, ballCount: 6 }];
  const mainSessionId = await playing(page, 4, 5, { mainPlayer: { bayNumber: 1, ballCount: 4 }, friends });
  const hit = { mainSessionId, friendIndex: null, targetHole: "right" as const, prizeClaim: true, prizeAmount: 0 };
  expect((await callsOf(page).call(playRoutes.recordGroupShot, { body: hit })).status).toBe(201);
  return mainSessionId;
}

test("the dashboard says that it is loading, then shows each figure with its name [2.112-120 8.41]", async ({
  page,
  browser,
  app,
}) => {
  const id = await groupPlayer(page, "Gia Grouper");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  // Without its stream the page asks by itself.
  await admin.route("**/api/admin/events*", (route) => route.abort());
  const held = Promise.withResolvers<void>();
  await admin.route("**/api/admin/stats*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await admin.goto("/admin");
  await expect(admin.getByRole("status").filter({ hasText: "Loading the dashboard…" })).toBeVisible();
  await expect(admin.getByText("Total Users")).toHaveCount(0);
  const stats = await bodyOf(callsOf(admin).call(dashboardRoutes.getStats));
  const { summary } = await bodyOf(callsOf(admin).call(dashboardRoutes.getSessionAnalytics));
  const running = (await bodyOf(callsOf(admin).call(dashboardRoutes.listLiveSessions))).length;
  held.resolve();

  const starting = (label: string) => new RegExp(`^${label}`);
  const top = admin.getByRole("region", { name: "Summary" });
  // The name of the figure, the figure itself, and the text beside it.
  const card = (label: string) =>
    top
      .locator("div")
      .filter({ hasText: starting(label) })
      .locator("p");
  const pending = stats.pendingPrizeClaims;
  const waiting = pending === 1 ? "1 needs verification" : `${pending} need verification`;
  await expect(card("Total Users")).toHaveText([/./, `${stats.totalUsers}`, `+${stats.newUsersToday} new today`]);
  const [revenue, today] = [dollars(stats.totalRevenue), `+${dollars(stats.revenueToday)} today`];
  await expect(card("Total Revenue")).toHaveText([/./, revenue, today]);
  await expect(card("Prize Claims")).toHaveText([/./, `${stats.totalPrizeClaims}`, waiting]);
  await expect(card("Total Sessions")).toHaveText([/./, `${stats.totalSessions}`, `${running} currently active`]);
  await expect(card("Total Shots Taken")).toHaveText([/./, `${stats.totalShots}`]);

  const section = (title: string) => sectionOf(admin, title);
  const figure = (within: Locator, label: string) =>
    within
      .locator("dl > div")
      .filter({ hasText: starting(label) })
      .locator("dd")
      .first();
  const users = stats.userEngagementStats;
  const engagement = section("User Engagement Analytics");
  await expect(figure(engagement, "Total active users")).toHaveText(`${users.totalUniqueUsers}`);
  await expect(figure(engagement, "New users")).toHaveText(`${users.newUsers} (${users.newUserPercentage}%)`);
  const returning = `${users.returningUsers} (${users.returningUserPercentage}%)`;
  await expect(figure(engagement, "Returning users")).toHaveText(returning);
  const types = section("Session Type Analytics");
  const part = (of: number) => `${of} ${Math.round((of * 1000) / summary.totalSessions) / 10}%`;
  // A free shot has a bar of its own, and is in no other one.
  const individual = part(summary.individualSessions - summary.freeShotSessions);
  await expect(figure(types, "Total")).toHaveText(`${summary.totalSessions}`);
  await expect(figure(types, "Individual")).toHaveText(individual);
  await expect(figure(types, "Group")).toHaveText(`${summary.groupSessions} ${summary.groupPercentage}%`);
  await expect(figure(types, "Free shots")).toHaveText(part(summary.freeShotSessions));
  await expect(types.getByRole("heading", { name: "Last 30 Days" })).toBeVisible();
  await expect(types.getByRole("img", { name: /\d+ individual, \d+ group, \d+ free shots\.$/ })).toBeVisible();
  await expect(section("User Acquisition Sources")).toContainText("Unknown/Not Specified");
  const pattern = section("Purchase Pattern Analysis");
  const { freeShots, initial, buyMoreBalls } = stats.purchaseContextStats;
  await expect(figure(pattern, "Free tee time shots")).toHaveText(starting(`${freeShots} \\(`));
  await expect(figure(pattern, "Initial purchases")).toHaveText(starting(`${initial} \\(`));
  await expect(figure(pattern, "Buy more balls")).toHaveText(starting(`${buyMoreBalls} \\(`));
  const packages = section("Package Popularity");
  const balls = stats.averageBallsPerSession.toFixed(1);
  await expect(figure(packages, "Average balls per session")).toHaveText(balls);
  await expect(figure(packages, "Average time per ball")).toHaveText(/^\d+:\d\d$/);
  await expect(packages.getByRole("row").nth(1)).toContainText("FREE TEE TIME SHOT");
  const holes = section("Prize Distribution").locator("dl > div");
  for (const hole of ["Left Hole", "Right Hole", "Middle Hole"])
    await expect(holes.filter({ hasText: hole })).toHaveText(/\d+ claims? \([\d.]+%\)$/);
  await expect(admin.getByText("This page updates every 2-5 seconds.")).toBeVisible();

  await expectAccessible(admin);
  await callsOf(page).call(playRoutes.completeSession, { params: { id } });
});

test("the keys lead from column to column of a chart, and each leads to its sessions [2.112-120]", async ({
  page,
  browser,
  app,
}) => {
  const id = await groupPlayer(page, "Kay Columns");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin");
  const types = sectionOf(admin, "Session Type Analytics");
  const columns = types.getByRole("group", { name: /^The values of the chart/ }).getByRole("link");
  await expect(columns).toHaveCount(7);
  await columns.first().press("End");
  await expect(columns.last()).toBeFocused();
  await expect(types.locator("[data-values]")).toContainText(/Individual \d+Group \d+Free shots \d+$/);
  await expect(columns.last()).toHaveAttribute("href", /^\/admin\/sessions\?from=\d{4}-\d\d-\d\d&to=/);
  await admin.keyboard.press("Escape");
  await expect(types.locator("[data-values]")).toBeHidden();
  await callsOf(page).call(playRoutes.completeSession, { params: { id } });
});

test("the dashboard lists who plays, and what has happened [2.112-120]", async ({ page, browser, app }) => {
  const id = await groupPlayer(page, "Lia Listed");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin");
  const live = sectionOf(admin, "Live Sessions").getByRole("row").filter({ hasText: "Lia Listed" });
  await expect(live).toContainText("Palmetto Pines Driving Range · Bay 1");
  await expect(live.getByText("Group", { exact: true })).toBeVisible();
  await expect(live.getByText(/^1\d:\d\d$/)).toBeVisible();
  await expect(live.getByText("9 balls", { exact: true })).toBeVisible();
  const happened = sectionOf(admin, "Recent Activity").getByRole("row");
  const at = "Palmetto Pines Driving Range";
  for (const event of [
    "Account created: Lia Listed created an account",
    `Free shot: Lia Listed takes the free tee time shot at ${at}, bay 3`,
    `Purchase: Lia Listed bought Jackpot Ten at ${at}`,
    `Session: Lia Listed starts a group session at ${at}, bay 1`,
    `Prize claim: Lia Listed claims the right hole at ${at}, bay 1`,
  ])
    await expect(happened.filter({ hasText: event }).locator("time:visible")).toHaveText(/^just now|ago$/);
  await expect(happened.filter({ hasText: "Purchase: Lia Listed" })).toContainText("$5.00");
  await callsOf(page).call(playRoutes.completeSession, { params: { id } });
});

test("on a day without anything each section of the dashboard says so [2.112-120 8.41]", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  // Without its stream the page asks by itself.
  await admin.route("**/api/admin/events*", (route) => route.abort());
  await admin.route("**/api/admin/live-sessions", (route) => route.fulfill({ json: [] }));
  await admin.goto("/admin?dateFilter=2020-01-01");
  await expect(sectionOf(admin, "Live Sessions").getByText("No active sessions")).toBeVisible();
  await expect(sectionOf(admin, "Recent Activity").getByText("No recent activity")).toBeVisible();
  await expect(admin.getByText("No acquisition data available yet")).toBeVisible();
  await expect(admin.getByText("No purchase context data available yet")).toBeVisible();
  await expect(sectionOf(admin, "Package Popularity").getByText("No ball package data available")).toBeVisible();
  await expect(sectionOf(admin, "Session Type Analytics").getByRole("heading", { name: "Last 30 Days" })).toHaveCount(
    0,
  );
  await expectAccessible(admin);
});
