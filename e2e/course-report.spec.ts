/** A period of the dashboard, the report of a course, and who may read them. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { growthDays } from "#features/reports/trend-rules.ts";
import { callsOf, expectAccessible, live, playing, registered, signedIn } from "./people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { bodyOf, given } from "#test/calls.ts";

const dollars = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" });

/** The day at the course, as the desk counts it: yyyy-MM-dd. */
async function todayOf(admin: Page): Promise<string> {
  const { timeZone } = await bodyOf(callsOf(admin).call(dashboardRoutes.getStats));
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
}

test("a period of the dashboard is chosen by keyboard in the calendar, and stays in the address [2.111 2.114 4.37]", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const today = await todayOf(admin);
  await admin.goto("/admin");
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
  await expect(admin.getByRole("heading", { name: "Last 7 Days" })).toBeVisible();
  await admin.getByRole("radio", { name: "Single Day" }).check({ force: true });
  await admin.getByLabel("Day", { exact: true }).fill(week);
  await expect(admin).toHaveURL(new RegExp(`dateFilter=${week}$`));
  // A usual period stays in the address by its name, so that it moves on at midnight.
  await admin.getByRole("button", { name: "Last 7 Days" }).click();
  await expect(admin).toHaveURL(/dateFilter=last-7-days$/);
  await expect(admin.getByLabel("From", { exact: true })).toHaveValue(week);
  await expect(admin.getByRole("radio", { name: "Date Range" })).toBeChecked();
  // If the days are in the wrong order, the picker says so, and changes neither.
  await admin.getByLabel("From", { exact: true }).fill(today);
  await admin.getByLabel("To", { exact: true }).fill(week);
  await expect(admin.getByText("From is after To.")).toBeVisible();
  await expect(admin.getByLabel("To", { exact: true })).toHaveValue(week);
  await expect(admin).toHaveURL(new RegExp(`dateFilter=${today}$`));
  await admin.getByRole("button", { name: "All Time" }).click();
  await expect(admin.getByText("From is after To.")).toHaveCount(0);
  for (const name of ["Single Day", "Date Range"]) await expect(admin.getByRole("radio", { name })).not.toBeChecked();
  await expect(admin).toHaveURL(/\/admin$/);
});

test("the report of a course shows its figures and what happened in a period [2.110 2.128 8.41]", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Rory Reported");
  const sessionId = await playing(page, 4, 5);
  await callsOf(page).call(playRoutes.recordShot, {
    body: { sessionId, targetHole: "left", prizeClaim: true, prizeAmount: 0 },
  });
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin");
  // Figures that one day of a new business does not have.
  await admin.route("**/api/admin/course-report/1?*", async (route) => {
    const reply = await route.fetch();
    const report = await reply.json();
    await route.fulfill({ json: { ...report, revenueGrowth: 12.3, course: { ...report.course, distance: 6.1 } } });
  });
  await admin.getByLabel("Course Reports").selectOption("Palmetto Pines Driving Range");
  await expect(admin).toHaveURL(/\/course-report\?courseId=1$/);
  await expect(admin.getByRole("heading", { name: "Palmetto Pines Driving Range" })).toBeVisible();
  const report = await bodyOf(callsOf(admin).call(reportRoutes.getCourseReport, { params: { courseId: 1 } }));
  await expect(admin.getByText(report.course.address)).toBeVisible();
  const summary = admin.getByRole("region", { name: "Summary" });
  for (const [label, value, note] of [
    ["Users Who Played", report.uniquePlayers, "session"],
    ["Total Revenue", dollars(report.totalRevenue), `+12.3%: ${growthDays(report)}`],
    ["Prize Claims", report.prizeClaims, `${dollars(report.totalPrizeAmount)} paid out`],
    ["Total Shots", report.totalShots, ""],
    ["Current Jackpot", dollars(report.course.jackpotAmount), "at the moment"],
    ["Distance", "6.1 mi", ""],
  ] as const) {
    const card = summary.locator("div").filter({ hasText: new RegExp(`^${label}`) });
    await expect(card.locator("p").nth(1)).toHaveText(String(value));
    if (note) await expect(card.locator("p").nth(2)).toContainText(note);
  }
  const section = (title: string) => admin.locator("section", { has: admin.getByRole("heading", { name: title }) });
  const { newUsers, newUserPercentage } = report.userEngagementStats;
  await expect(section("User Engagement")).toContainText(`New users${newUsers} (${newUserPercentage}%)`);
  const columns = ["Package", "Price", "Purchases", "Share", "Revenue"];
  await expect(section("Package Popularity").getByRole("columnheader")).toHaveText(columns);
  const sold = given(report.popularPackages.find(({ id }) => id === 4));
  await expect(section("Package Popularity").getByRole("row", { name: "Jackpot Ten" })).toContainText(
    `$5${sold.purchases}${sold.percentage}%${dollars(sold.revenue)}`,
  );
  await expect(section("Prize Distribution")).toContainText(/Left Hole\d+ claims? \([\d.]+%\)/);
  const days = section("Daily Activity Summary");
  await expect(days).toContainText(/Busiest day\w{3} \d+, \d{4}/);
  await expect(days).toContainText(`Average daily revenue${dollars(report.avgDailyRevenue)}`);
  await expect(days).toContainText(`Average daily sessions${report.avgDailySessions}`);
  const happened = section("Recent Activity").getByRole("row");
  await expect(happened.filter({ hasText: "Prize: Rory Reported claims the left hole" })).toBeVisible();
  await expect(happened.filter({ hasText: "Session: Rory Reported starts a session" })).toContainText("$5.00");
  await admin.getByLabel("Day", { exact: true }).fill("2020-01-01");
  await expect(days.getByText("No activity for selected month")).toBeVisible();
  await expect(section("Recent Activity").getByText("No activity for selected month")).toBeVisible();
});

test("a report's file is of its period; a failed file changes nothing, and without a course the way back is shown [2.14 2.127 2.129 8.26]", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const today = await todayOf(admin);
  await admin.goto("/course-report?courseId=1");
  await live(admin);
  await admin.getByRole("button", { name: "Today" }).click();
  await expect(admin).toHaveURL(new RegExp("courseId=1&dateFilter=today$"));
  await expectAccessible(admin);
  const downloading = admin.waitForEvent("download");
  await admin.getByRole("link", { name: "Download PDF" }).click();
  expect((await downloading).suggestedFilename()).toBe(`Palmetto-Pines-Driving-Range-report-${today}.pdf`);
  // When a download fails, the browser says so: nothing changes on the page.
  const before = await admin.getByRole("main").innerText();
  const failing = admin.waitForEvent("download");
  const link = admin.getByRole("link", { name: "Download PDF" });
  await link.evaluate((anchor: HTMLAnchorElement) => anchor.setAttribute("href", anchor.href.replace("/1/", "/77/")));
  await link.click();
  expect(await (await failing).failure()).not.toBeNull();
  expect(await admin.getByRole("main").innerText()).toBe(before);
  await expect(admin.locator("#toasts")).toBeEmpty();
  await admin.goto("/course-report");
  await expect(admin.getByText("No course selected. Please navigate from the admin dashboard.")).toBeVisible();
  await admin.getByRole("link", { name: "Back to Admin" }).click();
  await expect(admin).toHaveURL(/\/admin$/);
});

test("staff see the report of their own course, and neither the dashboard nor another course's report [2.14]", async ({
  browser,
  app,
}) => {
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/course-report/1");
  await expect(staff.getByRole("heading", { name: "Palmetto Pines Driving Range" })).toBeVisible();
  await expect(staff).toHaveURL(/\/admin\/course-report\/1$/);
  await staff.goto("/admin/course-report/2");
  await expect(staff.getByText("There is no such course here")).toBeVisible();
  await staff.goto("/admin");
  const theirs = staff.getByRole("navigation", { name: "Your screens" });
  await expect(theirs.getByRole("link", { name: "Claims" })).toBeVisible();
  await expect(staff.getByText("Total Revenue")).toHaveCount(0);
});
