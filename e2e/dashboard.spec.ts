import { expect, test } from "./fixtures.ts";
import { call, expectAccessible, playing, registered, signedIn } from "./people.ts";

test("the dashboard shows a sale and a claim within two seconds, holds still under the pointer, and leads to the claims", async ({
  page,
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await expect(admin).toHaveURL(/\/admin$/);
  await expect(admin.getByRole("heading", { name: "Acebay Admin Dashboard" })).toBeVisible();
  const summary = admin.getByRole("region", { name: "Summary" });
  const revenue = summary.locator("div", { hasText: /^Total Revenue/ });
  const before = Number(((await revenue.textContent()) ?? "").replaceAll(",", "").match(/\$([\d.]+)/)?.[1]);

  await registered(page, "Wanda Watched");
  const sessionId = await playing(page, 4, 5);
  await expect(revenue).toContainText(`$${(before + 5).toFixed(2)}`, { timeout: 2_000 });
  const live = admin.getByRole("list", { name: "Live sessions" });
  await expect(live.getByText("Wanda Watched")).toBeVisible();

  const pending = summary.getByText(/^\d+ needs? verification$/);
  const waiting = async () => Number.parseInt((await pending.textContent()) ?? "", 10);
  const waited = await waiting();
  await call(page, "POST", "/api/attempts", { sessionId, targetHole: "left", prizeClaim: true, prizeAmount: 0 });
  await expect.poll(waiting, { timeout: 2_000 }).toBe(waited + 1);

  // Under the pointer the list keeps its rows; a newcomer is only counted.
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
  await expect(admin.getByRole("heading", { name: "Prize Verification" })).toBeVisible();
});

test("the dashboard says it is loading, then each figure by name; a day without anything says so in each section", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Gia Grouper");
  const tee = { courseId: 1, bayNumber: 3, teeTime: "14:30" };
  const free = (await call(page, "POST", "/api/free-shot-session", tee)).body.session.id;
  await call(page, "POST", `/api/sessions/${free}/complete`);
  const friends = [{ name: "Guest", bayNumber: 2, ballCount: 6 }];
  const mainSessionId = await playing(page, 4, 5, { mainPlayer: { bayNumber: 1, ballCount: 4 }, friends });
  const hit = { mainSessionId, friendIndex: null, targetHole: "right", prizeClaim: true, prizeAmount: 0 };
  expect((await call(page, "POST", "/api/group-attempts", hit)).status).toBe(201);

  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  // Without its stream the page asks by itself.
  await admin.route("**/api/admin/events*", (route) => route.abort());
  const held = Promise.withResolvers<void>();
  await admin.route("**/api/admin/stats*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await admin.reload();
  await expect(admin.getByText("Loading the dashboard…")).toBeVisible();
  await expect(admin.getByText("Total Users")).toHaveCount(0);
  const stats: AdminStats = (await call(admin, "GET", "/api/admin/stats")).body;
  const { summary }: SessionAnalytics = (await call(admin, "GET", "/api/admin/session-analytics")).body;
  const running = (await call(admin, "GET", "/api/admin/live-sessions")).body.length;
  held.resolve();

  const dollars = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  const top = admin.getByRole("region", { name: "Summary" });
  const needing = stats.pendingPrizeClaims === 1 ? "1 needs verification" : `${stats.pendingPrizeClaims} need verification`;
  for (const card of [
    `Total Users|${stats.totalUsers}|+${stats.newUsersToday} new today`,
    `Total Revenue|${dollars(stats.totalRevenue)}|+${dollars(stats.revenueToday)} today`,
    `Prize Claims|${stats.totalPrizeClaims}|${needing}`,
    `Total Sessions|${stats.totalSessions}|${running} currently active`,
    `Total Shots Taken|${stats.totalShots}`,
  ]) {
    const [label = "", ...texts] = card.split("|");
    for (const text of texts) await expect(top.locator("div", { hasText: label })).toContainText(text);
  }

  const section = (title: string) => admin.locator("section", { has: admin.getByRole("heading", { name: title }) });
  const users = stats.userEngagementStats;
  const engagement = section("User Engagement Analytics");
  await expect(engagement).toContainText(new RegExp(`Total active users.*${users.totalUniqueUsers}`));
  await expect(engagement).toContainText(`${users.newUsers} (${users.newUserPercentage}%)`);
  await expect(engagement).toContainText(`${users.returningUsers} (${users.returningUserPercentage}%)`);
  const types = section("Session Type Analytics");
  const [individual, group] = [summary.individualPercentage, summary.groupPercentage];
  for (const [name, value] of [
    ["Total", summary.totalSessions],
    ["Individual", `${summary.individualSessions} ${individual}%`],
    ["Group", `${summary.groupSessions} ${group}%`],
    ["Free shots", summary.freeShotSessions],
  ] as const)
    await expect(types.locator("dl > div", { hasText: name })).toContainText(String(value));
  await expect(types.getByRole("heading", { name: "Last 30 Days" })).toBeVisible();
  await expect(types.getByRole("img", { name: /\d+ individual, \d+ group, \d+ free shots\.$/ })).toBeVisible();

  const live = section("Live Sessions").getByRole("listitem").filter({ hasText: "Gia Grouper" });
  await expect(live).toContainText("Palmetto Pines Driving Range · Bay 1");
  await expect(live.getByText("Group", { exact: true })).toBeVisible();
  await expect(live).toContainText(/\d{1,2}:\d\d9 balls$/);
  const happened = section("Recent Activity").getByRole("listitem");
  const at = "Palmetto Pines Driving Range";
  for (const [type, description, amount] of [
    ["Account created", "Gia Grouper created an account", ""],
    ["Free shot", `Gia Grouper takes the free tee time shot at ${at}, bay 3`, ""],
    ["Purchase", `Gia Grouper bought Jackpot Ten at ${at}`, "$5.00"],
    ["Session", `Gia Grouper starts a group session at ${at}, bay 1`, ""],
    ["Prize claim", `Gia Grouper claims the right hole at ${at}, bay 1`, ""],
  ] as const) {
    const event = happened.filter({ hasText: `${type}: ${description}` });
    await expect(event).toContainText(/(just now|ago)/);
    await expect(event).toContainText(amount);
  }
  await expect(section("User Acquisition Sources")).toContainText("Unknown/Not Specified");
  for (const pattern of ["Free tee time shots", "Initial purchases", "Buy more balls"])
    await expect(section("Purchase Pattern Analysis")).toContainText(pattern);
  const packages = section("Package Popularity");
  await expect(packages).toContainText(new RegExp(`Average balls per session.*${stats.averageBallsPerSession}`));
  await expect(packages).toContainText(/Average time per ball.*\d:\d\d/);
  await expect(packages.getByRole("row").nth(1)).toContainText("FREE TEE TIME SHOT");
  for (const hole of ["Left Hole", "Right Hole", "Middle Hole"])
    await expect(section("Prize Distribution")).toContainText(new RegExp(`${hole}\\d+ claims? \\([\\d.]+%\\)`));
  await expect(admin.getByText("This page updates every 2-5 seconds.")).toBeVisible();

  await call(page, "POST", `/api/sessions/${mainSessionId}/complete`);
  await admin.route("**/api/admin/live-sessions", (route) => route.fulfill({ json: [] }));
  await admin.goto("/admin?dateFilter=2020-01-01");
  await expect(section("Live Sessions").getByText("No active sessions")).toBeVisible();
  await expect(section("Recent Activity").getByText("No recent activity")).toBeVisible();
  await expect(admin.getByText("No acquisition data available yet")).toBeVisible();
  await expect(admin.getByText("No purchase context data available yet")).toBeVisible();
  await expect(packages.getByText("No ball package data available")).toBeVisible();
  await expect(types.getByRole("heading", { name: "Last 30 Days" })).toHaveCount(0);
  await expectAccessible(admin);
});

test("a period chosen by keyboard in the calendar stays in the address; the report and its files follow it", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const { timeZone } = (await call(admin, "GET", "/api/admin/stats")).body;
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
  await admin.getByRole("radio", { name: "Date Range" }).check({ force: true });
  await admin.getByRole("button", { name: "Calendar" }).click();
  const calendar = admin.getByRole("dialog", { name: "Choose in the calendar" });
  await expect(calendar.locator('[aria-current="date"]')).toBeFocused();
  await expectAccessible(admin);
  await admin.keyboard.press("Enter");
  await admin.keyboard.press("ArrowUp");
  await admin.keyboard.press("ArrowRight");
  await admin.keyboard.press("Enter");
  const week = new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10);
  await expect(admin).toHaveURL(new RegExp(`dateFilter=${week}_${today}$`));
  await expect(calendar).toBeHidden();
  await admin.reload();
  await expect(admin.getByRole("button", { name: "Last 7 Days" })).toHaveAttribute("aria-pressed", "true");

  await admin.getByLabel("Course Reports").selectOption("Palmetto Pines Driving Range");
  await expect(admin).toHaveURL(/\/course-report\?courseId=1$/);
  await expect(admin.getByRole("heading", { name: "Palmetto Pines Driving Range" })).toBeVisible();
  await admin.getByRole("button", { name: "Today" }).click();
  await expect(admin).toHaveURL(new RegExp(`courseId=1&dateFilter=${today}$`));
  await expectAccessible(admin);
  const downloading = admin.waitForEvent("download");
  await admin.getByRole("link", { name: "Download PDF" }).click();
  expect((await downloading).suggestedFilename()).toBe(`Palmetto-Pines-Driving-Range-report-${today}.pdf`);
  await admin.goto("/course-report");
  await expect(admin.getByText("No course selected. Please navigate from the admin dashboard.")).toBeVisible();
  await admin.getByRole("link", { name: "Back to Admin" }).click();
  await expect(admin).toHaveURL(/\/admin$/);
});

test("staff see their own course's report, and neither the dashboard nor another's", async ({ browser, app }) => {
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/course-report/1");
  await expect(staff.getByRole("heading", { name: "Palmetto Pines Driving Range" })).toBeVisible();
  await staff.goto("/admin/course-report/2");
  await expect(staff.getByText("There is no such course here")).toBeVisible();
  await staff.goto("/admin");
  await expect(staff.getByRole("link", { name: /claims/i })).toBeVisible();
  await expect(staff.getByText("Total Revenue")).toHaveCount(0);
});
