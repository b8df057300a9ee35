/** What ranges are owed: an administrator records a payment and takes it back; the staff of the range read only its statement. */
import type { Route } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, playing, registered, signedIn } from "../people.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { bodyOf, given } from "#test/calls.ts";

test("a range is paid, the payment comes back, and the range's staff see it where it is granted", async ({
  page,
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const { courses } = await bodyOf(callsOf(admin).call(manageCourseRoutes.listManagedCourses));
  const { id, version, name } = given(courses.find((course) => course.id === 1));
  await callsOf(admin).call(manageCourseRoutes.changeCourse, { params: { id }, body: { version, rangeShare: 20 } });
  await registered(page, "Paula Paid");
  await playing(page, 4, 5);

  await admin.goto("/admin/statements?course=1");
  await expect(admin.getByRole("row", { name: /Earned by sales/ })).toContainText("$1.00");
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Record a payment" }).click();
  const dialog = admin.getByRole("dialog", { name: "Record a payment to the range" });
  await dialog.getByLabel("Dollars").fill("1.01");
  await dialog.getByRole("button", { name: "Record the payment" }).click();
  await expect(dialog).toContainText("A reference is required");
  await dialog.getByLabel("Reference").fill("WIRE 4711");
  await dialog.getByRole("button", { name: "Record the payment" }).click();
  await expect(dialog).toContainText("At most $1.00 is owed for this month now");
  await expectAccessible(admin);
  await dialog.getByLabel("Dollars").fill("0.25");
  // The answer is lost after the payment was booked: the same again is the same payment, also from a new dialog.
  const isSent = admin.waitForRequest("**/api/admin/statements/range/1/payments");
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await admin.route("**/payments", lose, { times: 1 });
  await dialog.getByRole("button", { name: "Record the payment" }).click();
  await isSent;
  await expect(dialog.getByRole("alert")).toBeVisible();
  admin.once("dialog", (asked) => void asked.accept());
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await admin.getByRole("button", { name: "Record a payment" }).click();
  await dialog.getByLabel("Dollars").fill("0.25");
  await dialog.getByLabel("Reference").fill("WIRE 4711");
  await dialog.getByRole("button", { name: "Record the payment" }).click();
  await expectToast(admin, "Payment recorded", "$0.25");
  await expect(admin.getByRole("row", { name: /Owed to the range/ })).toContainText("$0.75");

  const person = await (await browser.newContext({ baseURL: app.url })).newPage();
  const { email } = await registered(person, "Rae Range");
  await admin.goto("/admin/staff");
  await admin.getByRole("button", { name: "Add a person" }).click();
  const adding = admin.getByRole("dialog", { name: "Add a person" });
  await adding.getByLabel("Email").fill(email);
  const works = adding.getByRole("group", { name: "Courses" });
  await works.getByRole("switch", { name }).check();
  await works.getByRole("switch").nth(1).check();
  await adding
    .getByRole("group", { name: /range's statement/ })
    .getByRole("switch", { name })
    .check();
  await expectAccessible(admin);
  await adding.getByRole("button", { name: "Add person" }).click();
  await expect(adding).toBeHidden();

  const staff = await signedIn(browser, app.url, email);
  await staff.goto("/admin/statements");
  await expect(staff.getByLabel("Course").getByRole("option")).toHaveText([name]);
  await expect(staff.getByText("Reference WIRE 4711.")).toBeVisible();
  await expect(staff.getByRole("button", { name: "Record a payment" })).toBeHidden();
  await expect(staff.getByRole("button", { name: /^Take back/ })).toBeHidden();
  const file = staff.waitForEvent("download");
  await staff.getByRole("link", { name: "CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/range-statement-\d{4}-\d{2}\.csv$/);
  await expectAccessible(staff);

  await admin.goto("/admin/statements?course=1");
  await admin.getByRole("button", { name: "Take back $0.25" }).click();
  const back = admin.getByRole("dialog", { name: "Take back $0.25?" });
  await back.getByLabel("Reason").fill("The account was closed");
  await back.getByRole("button", { name: "Take it back" }).click();
  await expectToast(admin, "Taken back", "It is owed again.");
  await expect(admin.getByRole("row", { name: /Owed to the range/ })).toContainText("$1.00");
});
