/** The figures of a course's report lead to the rows that they were counted from. */
import { claimed } from "../claim-copies.ts";
import { expect, test } from "../fixtures.ts";
import { expectAccessible, playing, registered, signedIn } from "../people.ts";

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
  for (const [label, list] of [
    ["Users Who Played", `players\\?${counted}&days=course`],
    ["Total Revenue", `orders\\?${counted}`],
    ["Total Shots", `sessions\\?${counted}&days=course`],
  ])
    await expect(
      summary
        .locator("div")
        .filter({ hasText: new RegExp(`^L?${label}`) })
        .getByRole("link"),
    ).toHaveAttribute("href", new RegExp(`/admin/${list}$`));
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
  // Staff may open the claims behind figures; only administrators may open orders.
  await expect(staff.getByRole("link", { name: "See claims" })).toBeVisible();
  await expect(staff.locator("main a[href^='/admin/orders']")).toHaveCount(0);
  await expectAccessible(staff);
});

test("each figure of the dashboard's cards is the number of rows of the list that it leads to", async ({
  page,
  browser,
  app,
}) => {
  await claimed(page, "Dora Dashboard");
  await registered(page, "Dan Dashboard");
  await playing(page, 4, 5, {
    mainPlayer: { bayNumber: 1, ballCount: 5 },
    friends: [{ name: "Guest", bayNumber: 2, ballCount: 5 }],
  });
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const found = admin.getByRole("status").filter({ hasText: /^\d+\+? (shown|in all|of \d+)/ });
  const cards: [card: string, label: string, url: RegExp][] = [
    ["User Engagement Analytics", "Total active users", /\/admin\/players\?courseId=1$/],
    ["User Engagement Analytics", "New users", /\/admin\/players\?courseId=1&kind=new$/],
    ["Purchase Pattern Analysis", "Initial purchases", /\/admin\/sessions\?courseId=1&kind=initial$/],
    ["Session Type Analytics", "Group", /\/admin\/sessions\?courseId=1&kind=group$/],
    ["Prize Distribution", "Left Hole", /\/admin\/prize-verification\?status=all&course=1&hole=left$/],
    ["User Acquisition Sources", "Unknown", /\/admin\/people\?role=player&source=unknown$/],
  ];
  // A flag in front of a hole's name has its letter.
  for (const [card, label, url] of cards) {
    await admin.goto("/admin?course=1");
    const section = admin.locator("section", { has: admin.getByRole("heading", { name: card }) });
    const link = section
      .locator("dl > div")
      .filter({ hasText: new RegExp(`^L?${label}`) })
      .getByRole("link");
    const figure = Number.parseInt((await link.innerText()).replaceAll(",", ""), 10);
    expect(figure, label).toBeGreaterThan(0);
    await link.click();
    await expect(admin).toHaveURL(url);
    await expect(found.first(), label).toHaveText(new RegExp(`^${figure} `));
    await expectAccessible(admin);
    await admin.goBack();
    await expect(admin).toHaveURL(/\/admin\?course=1$/);
  }
});
