/** A month of all courses side by side: its figures are those of each settlement, and its states those of closing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportRoutes } from "#features/reports/contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { monthOf, nextMonth, monthSpan } from "#features/reports/rules.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const ZONE = "America/New_York";
const HOUR = 3600;
let app: TestApp;
let admin: Player;
let month: string;

beforeAll(async () => {
  app = await freshApp();
  month = monthOf(app.clock.now(), ZONE);
  expect((await buy(await app.player())).status).toBe(200);
  expect((await buy(await app.player(), { amount: 6, sessionData: { courseId: 2 } })).status).toBe(200);
  admin = await app.signIn("admin@acebay.test");
}, 60_000);
afterAll(() => app.close());

const listed = async () =>
  (await bodyOf(admin.call(monthRoutes.listCourseMonths, { query: { month } }))).months.toSorted(
    (one, other) => one.course.id - other.course.id,
  );
const statesOf = async () => (await listed()).map(({ state }) => state);

test("a running month has a row for each course, with the figures of its settlement", async () => {
  const rows = await listed();
  expect(rows.map(({ course, state }) => [course.id, state])).toEqual([
    [1, "running"],
    [2, "running"],
    [3, "running"],
  ]);
  expect(rows.map(({ gross }) => gross)).toEqual([5, 6, 0]);
  for (const { course, gross, refunds, dueToRange, taxPayable, pot, addsUp } of rows) {
    const reply = await admin.call(reportRoutes.getSettlement, { params: { courseId: course.id }, query: { month } });
    const { sections, liabilities, check } = (await bodyOf(reply)).settlement;
    const line = (key: string) => sections.flatMap(({ lines }) => lines).find((one) => one.key === key)?.amount;
    expect([gross, refunds, dueToRange, taxPayable, pot, addsUp]).toEqual([
      line("gross"),
      line("refundsDue"),
      liabilities.dueToRange,
      liabilities.taxPayable,
      liabilities.pot,
      check.addsUp,
    ]);
  }
  const before = await admin.call(monthRoutes.listCourseMonths, { query: { month: "2020-01" } });
  expect(before).toMatchObject({ status: 200, body: { months: [] } });
});

test("a month that is over is blocked until its hour has passed and its money is booked, then ready, then closed", async () => {
  await app.clock.advance((monthSpan(month, ZONE).to.getTime() - app.clock.now().getTime()) / 1000 + HOUR / 2);
  admin = await app.signIn("admin@acebay.test");
  expect(await statesOf()).toEqual(["blocked", "blocked", "blocked"]);
  await app.clock.advance(HOUR);
  await app.jobs.runAll();
  await expect.poll(statesOf).toEqual(["ready", "ready", "ready"]);
  admin = await app.signIn("admin@acebay.test");
  expect((await admin.call(monthRoutes.closeMonth, { params: { courseId: 2 }, body: { month } })).status).toBe(200);
  expect(await statesOf()).toEqual(["ready", "closed", "ready"]);
  expect((await listed())[1]?.closedAt).toEqual(expect.any(String));
  const later = await admin.call(monthRoutes.listCourseMonths, { query: { month: nextMonth(month) } });
  expect(later).toMatchObject({ status: 200, body: { months: [{}, {}, {}] } });
});

test("it is for administrators alone, and no month that has not begun is listed", async () => {
  const staff = await app.signIn("staff@acebay.test");
  expect((await staff.call(monthRoutes.listCourseMonths, { query: { month } })).status).toBe(403);
  expect((await admin.call(monthRoutes.listCourseMonths, { query: { month: "2999-01" } })).status).toBe(400);
});
