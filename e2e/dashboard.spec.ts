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
