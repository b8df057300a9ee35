/** An administrator manages: a course with its bays' codes, a sponsor's logo, a prize's stock, all of it in the trail. */
import { expectAccessible, registered, signedIn } from "../people.ts";
import { expect, test } from "../fixtures.ts";

test("an administrator opens a course by a tap on the map, and its bay's code leads a golfer there", async ({
  app,
  browser,
  page,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin");
  await admin.getByRole("link", { name: "Manage" }).click();
  await expect(admin.getByRole("heading", { name: "Courses", level: 1 })).toBeVisible();
  await admin.getByRole("button", { name: "Name" }).click();
  await admin.getByLabel("Search courses").fill("bayshore");
  await expect(admin.getByText("1 of 3")).toBeVisible();
  await expectAccessible(admin);

  await admin.getByRole("link", { name: "Open a course" }).click();
  await admin.getByLabel("Name", { exact: true }).fill("Heron Bay Range");
  await admin.getByLabel("Address").fill("1 Heron Way, Fort Myers, FL");
  await admin.getByLabel("Bays").fill("12");
  await admin.getByLabel("To the pot, %").fill("101");
  await admin.locator(".course-map .leaflet-container").click({ position: { x: 160, y: 160 } });
  await expect(admin.getByLabel("Latitude")).toHaveValue(/^\d+\.\d{5}$/);
  await admin.getByRole("button", { name: "Open course" }).click();
  await expect(admin.getByText("A share is a percentage from 0 to 100 with up to 2 decimals")).toBeVisible();
  await admin.getByLabel("To the pot, %").fill("25");
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Open course" }).click();
  await expect(admin.getByText("Course opened")).toBeVisible();

  await admin.getByRole("link", { name: "QR codes of Heron Bay Range" }).click();
  await expect(admin.getByRole("listitem").filter({ hasText: "Bay 12" })).toBeVisible();
  await admin.getByLabel("From bay").fill("7");
  await expect(admin.getByRole("list", { name: "Cards" }).getByRole("listitem")).toHaveCount(6);
  const code = await admin.getByText(/\/bay\?course=\d+&bay=7$/).textContent();
  await expectAccessible(admin);

  await registered(page);
  await page.goto(String(code));
  await expect(page).toHaveURL(/\/package$/);
  await expect(page.getByText("Heron Bay Range")).toBeVisible();
  await expect(page.getByRole("spinbutton", { name: "Bay number" })).toHaveValue("7");

  await admin.getByRole("button", { name: "Records" }).click();
  await admin.getByRole("link", { name: "Audit trail" }).click();
  const added = admin.getByRole("row").filter({ hasText: "Alex Greenkeeper added Heron Bay Range" });
  await expect(added).toHaveCount(1);
  await expect(added).toContainText("Base jackpot");
  await expect(added.getByRole("link", { name: "Heron Bay Range" })).toHaveAttribute("href", /^\/admin\/courses\/\d+$/);
  await expectAccessible(admin);
  await admin.close();
});

test("when two administrators save at once, the second is told that the first has already saved", async ({
  app,
  browser,
}) => {
  const [one, other] = [
    await signedIn(browser, app.url, "admin@acebay.test"),
    await signedIn(browser, app.url, "admin@acebay.test", { width: 390, height: 844 }),
  ];
  for (const [admin, price] of [
    [one, "3.5"],
    [other, "4"],
  ] as const) {
    await admin.goto("/admin/packages");
    await admin.getByRole("button", { name: "Change Quick Three" }).click();
    await admin.getByLabel("Price, dollars").fill(price);
  }
  await one.getByRole("button", { name: "Save" }).click();
  await expect(one.getByText("Package saved")).toBeVisible();
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Somebody else has changed this since you opened it.")).toBeVisible();
  await expectAccessible(other);
  await other.getByRole("button", { name: "Load again" }).click();
  await expect(other.getByRole("row", { name: /Quick Three/ })).toContainText("$3.50");
  await Promise.all([one.close(), other.close()]);
});

test("an administrator gives a sponsor a logo and a prize a stock", async ({ app, browser }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/sponsors");
  await admin.getByRole("button", { name: "Logo of Pelican Grill" }).click();
  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const file = { name: "logo.svg", mimeType: "image/png", buffer: Buffer.from("<svg/>") };
  await admin.getByLabel("Picture").setInputFiles(file);
  await admin.getByRole("button", { name: "Upload" }).click();
  // Pictures are written anew by a process that lets all calls go first: on a busy machine it takes its time.
  const written = { timeout: 25_000 };
  const refused = admin.getByText("This is not a PNG, JPEG or WebP picture");
  await expect(refused).toBeVisible(written);
  // For another wrong file, the screen says only what is wrong with that file.
  await admin.getByLabel("Picture").setInputFiles({ ...file, buffer: Buffer.alloc(2 * 1024 * 1024 + 1) });
  await expect(admin.getByText("This file is larger than 2 MB. Choose a smaller one.")).toBeVisible();
  await expect(refused).toBeHidden();
  await admin.getByLabel("Picture").setInputFiles({ ...file, buffer: picture });
  await admin.getByRole("button", { name: "Upload" }).click();
  await expect(admin.getByText("Logo saved")).toBeVisible(written);
  const logo = admin
    .getByRole("row", { name: /Pelican Grill/ })
    .first()
    .locator("img");
  await expect(logo).toHaveJSProperty("naturalWidth", 1);

  await admin.getByRole("button", { name: "Change Dinner for Two at Pelican Grill" }).click();
  await admin.getByLabel("What it is worth, dollars").fill("149");
  await admin.getByLabel("How many there are in all").fill("3");
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(admin.getByText("Prize saved")).toBeVisible();
  await expectAccessible(admin);

  await admin.getByRole("button", { name: "Records" }).click();
  await admin.getByRole("link", { name: "Exports" }).click();
  const [saved] = await Promise.all([
    admin.waitForEvent("download"),
    admin.getByRole("link", { name: "CSV of Ledger" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("ledger-all-time.csv");
  await expectAccessible(admin);
  await admin.close();
});

test("the screens below Manage are in groups that open by keyboard, also at a phone's width", async ({
  app,
  browser,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/courses");
  const menu = admin.getByRole("navigation", { name: "Manage" });
  for (const width of [1280, 390]) {
    await admin.setViewportSize({ width, height: 844 });
    await expect(menu.getByRole("button")).toHaveText([/^The range/, /^People/, /^Books/, /^Records/]);
    await expect(menu.getByRole("button", { expanded: true })).toHaveText(/^The range/);
    await expect(menu.getByRole("link", { name: "Courses" })).toHaveAttribute("aria-current", "page");
    await expect(menu.getByRole("link", { name: "Adjustments" })).toBeHidden();
    await menu.getByRole("button", { name: "Books" }).focus();
    await admin.keyboard.press("Enter");
    await expect(menu.getByRole("link")).toHaveText(["Reconciliation", "Adjustments", "Journal"]);
    await admin.keyboard.press("Tab");
    await admin.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name: "Reconciliation" })).toBeFocused();
    for (const button of await menu.getByRole("button").or(menu.getByRole("link")).all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(admin);
    await menu.getByRole("button", { name: "Books" }).click();
    await expect(menu.getByRole("link")).toHaveCount(0);
    await menu.getByRole("button", { name: "The range" }).click();
  }
});

test("the list of courses fits into a window of 1280, in both languages", async ({ app, browser }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.setViewportSize({ width: 1280, height: 800 });
  await admin.goto("/admin/courses");
  const table = admin.getByRole("table");
  for (const other of ["Español", "English"]) {
    await expect(table).toContainText("Pine Ridge Rd");
    const tooWide = await table.evaluate((element) => {
      const card = element.parentElement;
      return card ? card.scrollWidth - card.clientWidth : Number.NaN;
    });
    expect(tooWide).toBeLessThanOrEqual(0);
    await admin.getByRole("button", { name: other }).click();
  }
});
