/** Screens of the desk that stay open over midnight. */
import { expect, test } from "../fixtures.ts";
import { callsOf, live, playing, registered, signedIn } from "../people.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { bodyOf } from "#test/calls.ts";
import { advanceClock, clockOf } from "#test/demo.ts";

test("an open report of 'Today' goes on to the next day at the course's midnight, and stays where it is read", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  await registered(page, "Mia Midnight");
  await playing(page, 4, 5);
  const { course } = await bodyOf(callsOf(page).call(courseRoutes.getCourse, { params: { id: 1 } }));
  const { timeZone } = course;
  const day = new Intl.DateTimeFormat("en-CA", { timeZone });
  // One minute before midnight at the course; the first answer of the page says which day it is there.
  const now = Date.parse(await clockOf(callsOf(page)));
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" }).format(now).split(":").map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = time;
  const left = 86_400 - (hours * 3600 + minutes * 60 + seconds) - 60;
  if (left > 0) await advanceClock(callsOf(page), left);
  const before = day.format(now + left * 1000);
  const after = day.format(now + (left + 120) * 1000);
  // Only now, because the way to midnight can be longer than the 12 hours after which staff are signed out.
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await admin.clock.install();
  await admin.goto("/admin/course-report/1?dateFilter=today");
  await live(admin);
  const chosen = admin.getByLabel("Day", { exact: true });
  await expect(chosen).toHaveValue(before);
  const pdf = admin.getByRole("link", { name: "Download PDF" });
  await expect(pdf).toHaveAttribute("href", new RegExp(`dateFilter=${before}`));
  const activity = admin.locator("section", { has: admin.getByRole("heading", { name: "Recent Activity" }) });
  await expect(activity.getByRole("row").filter({ hasText: "Mia Midnight" }).first()).toBeVisible();
  // Somebody reads further below.
  await admin.evaluate(() => scrollTo(0, 200));

  // The next answer comes only when it is let through.
  let letThrough = () => {};
  const held = new Promise<void>((done) => (letThrough = done));
  await admin.route(`**/api/admin/course-report/1?dateFilter=${after}*`, async (route) => {
    await held;
    await route.continue();
  });
  await advanceClock(callsOf(admin), 120);
  await admin.clock.runFor("02:30");
  await expect(pdf).toHaveAttribute("href", new RegExp(`dateFilter=${after}`));
  await expect(chosen).toHaveValue(after);
  // Until it is here, the report of the day before stays in its place.
  await expect(activity.getByRole("row").filter({ hasText: "Mia Midnight" }).first()).toBeVisible();
  expect(await admin.evaluate(() => scrollY)).toBe(200);
  letThrough();
  await expect(activity.getByRole("row").filter({ hasText: "Mia Midnight" })).toHaveCount(0);
  expect(await admin.evaluate(() => scrollY)).toBe(200);
  await expect(admin).toHaveURL(/dateFilter=today$/);
});
