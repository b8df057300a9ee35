/** The lists of the desk as one table: sorted, narrowed, without columns, saved and printed, and the same after a reload. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, playing, registered, signedIn } from "../people.ts";
import { inDatabase } from "../server.ts";
import { playRoutes } from "#features/play/contract.ts";

async function saved(page: Page, button = page.getByRole("button", { name: "CSV", exact: true })): Promise<string> {
  const download = page.waitForEvent("download");
  await button.click();
  return readFileSync(await (await download).path(), "utf8");
}

test("a list of the server is sorted, hides a column, is saved as a whole and printed, and a reload keeps the choices", async ({
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  await inDatabase(
    server,
    `INSERT INTO users (id, player_id, name, email, created_at)
     SELECT gen_random_uuid(), lpad(n::text, 10, '0'), 'Listed ' || lpad(n::text, 3, '0'), 'listed' || n || '@example.com', now() - n * interval '1 minute'
     FROM generate_series(1, 250) n`,
  );
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await admin.goto("/admin/people");
  const table = admin.getByRole("table", { name: "People" });
  await admin.getByLabel("Name, email address or player ID").fill("listed");
  await expect(admin.getByText("100+ shown")).toBeVisible();
  await expect(admin).toHaveURL(/people#q=listed$/);
  await table.getByRole("button", { name: "Name" }).click();
  await expect(table.getByRole("row").nth(1)).toContainText("Listed 250");
  await admin.getByRole("button", { name: "Columns" }).click();
  await admin.getByRole("checkbox", { name: "Email" }).uncheck();
  await expect(table.getByRole("columnheader", { name: "Email" })).toBeHidden();
  await expectAccessible(admin);
  await admin.reload();
  await expect(table.getByRole("row").nth(1)).toContainText("Listed 250");
  await expect(table.getByRole("columnheader", { name: "Email" })).toBeHidden();

  const text = await saved(admin);
  const [head, first, ...others] = text.trim().split("\r\n");
  expect(head?.replace("\uFEFF", "")).toBe("Name,Player ID,Role,Registered (UTC)");
  expect(first).toMatch(/^Listed 250,/);
  expect(others).toHaveLength(249);
  await expect(admin.getByText("250 shown")).toBeVisible();
  // Only rows near the window are drawn, but paper has all of them, and nothing else.
  expect(await table.getByRole("row").count()).toBeLessThan(130);
  await admin.emulateMedia({ media: "print" });
  await admin.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(table.getByRole("row")).toHaveCount(251);
  for (const hidden of ["CSV", "Columns", "Print"])
    await expect(admin.getByRole("button", { name: hidden, exact: true })).toBeHidden();
  await expect(admin.getByRole("navigation")).toHaveCount(0);
  await expect(admin.getByText("Skip to content")).toBeHidden();
  await admin.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(table.getByRole("row")).not.toHaveCount(251);
});

test("a list that the browser has as a whole keeps its search, sorting, filter and columns in the address", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test", { width: 820, height: 1180 });
  await admin.goto("/admin/packages");
  const table = admin.getByRole("table", { name: "Packages" });
  await table.getByRole("button", { name: "Price" }).click();
  await admin.getByRole("combobox", { name: "Type" }).selectOption("Jackpot");
  await admin.getByLabel("Search packages").fill("ten");
  await expect(admin).toHaveURL(/\?sort=-4#q=ten&is6=Jackpot$/);
  const shown = await table.getByRole("rowheader").allInnerTexts();
  await admin.reload();
  await expect(admin.getByLabel("Search packages")).toHaveValue("ten");
  expect(await table.getByRole("rowheader").allInnerTexts()).toEqual(shown);
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(820);
  await expectAccessible(admin);
});

test("orders are sorted by their amount, the largest first, and back keeps the order", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Olga Orders");
  await playing(page, 4, 5);
  await registered(page, "Otto Orders");
  await playing(page, 3, 1);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/orders");
  const table = admin.getByRole("table", { name: "Orders" });
  await table.getByRole("button", { name: "Amount" }).click();
  await expect(admin).toHaveURL(/sort=largest$/);
  await expect(table.getByRole("row").nth(1)).toContainText("$5.00");
  await table.getByRole("button", { name: "Amount" }).click();
  await expect(table.getByRole("row").last()).toContainText("$5.00");
  await table
    .getByRole("link", { name: /^Order / })
    .first()
    .click();
  await expect(admin.getByRole("heading", { name: /^Order / }).first()).toBeVisible();
  // The file's own lists are the same table: sorted by a heading, and as wide as a phone.
  const ledger = admin.getByRole("table", { name: "Ledger" });
  await ledger.getByRole("button", { name: "Transfer" }).click();
  await expect(ledger.getByRole("columnheader", { name: "Transfer" })).toHaveAttribute("aria-sort", "ascending");
  await expect(admin.getByRole("table", { name: "Payments" }).getByRole("cell", { name: /^\$/ })).toHaveCSS(
    "text-align",
    "right",
  );
  const overflow = () => admin.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await admin.setViewportSize({ width: 390, height: 844 });
  expect(await overflow()).toBe(0);
  await admin.goBack();
  await expect(table.getByRole("row").nth(1)).toContainText(/Paid|refunded/);
  expect(await overflow()).toBe(0);
  await admin.setViewportSize({ width: 1280, height: 800 });
  await expect(admin).toHaveURL(/sort=smallest$/);
  await expect(table.getByRole("row").last()).toContainText("$5.00");
});

test("a list that was shown while the network was away is read again by itself", async ({ page, browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/people?q=returning");
  await expect(admin.getByText("Nobody is found")).toBeVisible();
  await admin.context().setOffline(true);
  await registered(page, "Rhea Returning");
  await expect(admin.getByText("Nobody is found")).toBeVisible();
  await admin.context().setOffline(false);
  await expect(admin.getByRole("link", { name: "Rhea Returning" })).toBeVisible();
});

test("the values of charts, the shots of a claim and the accounts of a settlement are sorted, and saved as shown", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Vera Values");
  const sessionId = await playing(page, 4, 5);
  for (const targetHole of ["missed", "missed", "left"] as const)
    await callsOf(page).call(playRoutes.recordShot, {
      body: {
        sessionId,
        targetHole,
        prizeClaim: targetHole === "left",
        prizeAmount: 0,
      },
    });
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/course-report?courseId=1");
  // Each fold opens with its rows, also the second one.
  const folds = admin.locator("summary", { hasText: "As a table" });
  await expect(folds).toHaveCount(2);
  for (const at of [0, 1]) await folds.nth(at).click();
  const revenue = admin.getByRole("table", { name: "The chart as a table: Revenue" });
  const sessions = admin.getByRole("table", { name: "The chart as a table: Sessions" });
  await expect(sessions.getByRole("row").nth(1)).toBeVisible();
  await expect(revenue.getByRole("row").nth(1)).toContainText("$0");
  await revenue.getByRole("button", { name: "Revenue" }).click();
  await expect(revenue.getByRole("row").nth(1)).not.toContainText("$0");
  const [head, most, next] = (await saved(admin, admin.getByRole("button", { name: /^CSV .*: Revenue$/ }))).split(
    "\r\n",
  );
  expect(head?.replace("\uFEFF", "")).toBe("Date,Revenue");
  expect(most).toMatch(/^\d{4}-\d\d-\d\d,[1-9]/);
  expect(next).toMatch(/^\d{4}-\d\d-\d\d,0$/);

  await admin.goto("/admin/prize-verification?search=Vera");
  await admin.getByRole("link", { name: "Vera Values" }).click();
  const shots = admin.getByRole("table", { name: "Shots" });
  await expect(shots.getByRole("row", { name: /this claim/ })).toBeVisible();
  const numbers = await shots.getByRole("rowheader").allInnerTexts();
  expect(numbers.length).toBeGreaterThan(1);
  for (const order of [numbers, numbers.toReversed()]) {
    await shots.getByRole("button", { name: "Shot", exact: true }).click();
    await expect(shots.getByRole("rowheader")).toHaveText(order);
  }
  await expectAccessible(admin);

  await admin.goto("/admin/settlement?course=1");
  const accounts = admin.getByRole("table", { name: "Accounts" });
  await accounts.getByRole("button", { name: "Account" }).click();
  await expect(accounts.getByRole("rowheader").first()).toHaveText(/^Cash/);
  await accounts.getByRole("button", { name: "Account" }).click();
  await expect(accounts.getByRole("rowheader").first()).not.toHaveText(/^Cash/);
  // On a phone a row has its other figures below its name.
  await admin.setViewportSize({ width: 390, height: 844 });
  await expect(accounts.getByRole("row", { name: /^Pot/ })).toContainText(/Opening \$[\d,.]+ · In \$/);
});
