/** The figures of a course's report lead to the rows that they were counted from. */
import { claimed } from "./claim-copies.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, playing, registered, signedIn } from "./people.ts";

test("figures, breakdowns and events of a report lead to their orders and claims", async ({ page, browser, app }) => {
  await claimed(page, "Rory Reported");
  await registered(page, "Remy Reported");
  await playing(page, 4, 5);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/course-report?courseId=1");
  const summary = admin.getByRole("region", { name: "Summary" });
  const section = (title: string) => admin.locator("section", { has: admin.getByRole("heading", { name: title }) });
  const happened = section("Recent Activity").getByRole("row");
  await expect(summary).toBeVisible();
  const counted = "courseId=1";
  for (const label of ["Users Who Played", "Total Revenue", "Total Shots"])
    await expect(
      summary
        .locator("div")
        .filter({ hasText: new RegExp(`^${label}`) })
        .getByRole("link"),
    ).toHaveAttribute("href", new RegExp(`/admin/orders\\?${counted}$`));
  await expect(section("User Engagement").getByRole("link").first()).toHaveAttribute("href", new RegExp(counted));
  await expect(happened.filter({ hasText: "Session: Remy Reported" }).getByRole("link")).toHaveAttribute(
    "href",
    /\/admin\/orders\/[\da-f-]{36}$/,
  );
  await section("Package Popularity").getByRole("link", { name: "Jackpot Ten" }).click();
  await expect(admin).toHaveURL(new RegExp(`${counted}&packageId=4$`));
  await expect(admin.getByRole("combobox", { name: "Package" })).toHaveValue("4");
  await expect(admin.getByRole("row", { name: /Remy Reported/ })).toContainText("Jackpot Ten");
  await admin.goBack();
  await section("Prize Distribution").getByRole("link").first().click();
  await expect(admin).toHaveURL(/status=all&course=1&hole=left$/);
  await expect(admin.getByRole("row", { name: /Rory Reported/ })).toBeVisible();
});

test("staff are led to the claims of their course, and to no order", async ({ browser, app }) => {
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/course-report/1");
  // Of the rows behind figures, claims are theirs; orders are the administrators'.
  await expect(staff.getByRole("link", { name: "See claims" })).toBeVisible();
  await expect(staff.locator("main a[href^='/admin/orders']")).toHaveCount(0);
  await expectAccessible(staff);
});
