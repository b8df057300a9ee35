/** The filters over the lists of the desk: one bar, whose choices are steps of the history. */
import type { Page } from "@playwright/test";
import { claimed } from "../claim-copies.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, signedIn } from "../people.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { clockOf } from "#test/demo.ts";

interface List {
  path: string;
  choice: string;
  value: string;
  /** In the address. */
  chosen: RegExp;
  search: string;
}

const lists: Readonly<Record<string, List>> = {
  claims: {
    path: "/admin/prize-verification",
    choice: "Hole",
    value: "left",
    chosen: /hole=left/,
    search: "Player or ID",
  },
  "the audit trail": {
    path: "/admin/audit",
    choice: "What was done",
    value: "claim.verified",
    chosen: /action=claim/,
    search: "Person",
  },
  orders: {
    path: "/admin/orders",
    choice: "Status",
    value: "refunded",
    chosen: /status=refunded/,
    search: "Search orders",
  },
  people: {
    path: "/admin/people",
    choice: "Role",
    value: "staff",
    chosen: /role=staff/,
    search: "Name, email address",
  },
};

const count = (page: Page) => page.getByRole("status").filter({ hasText: /\d+\+? (in all|of \d+|shown)/ });

for (const [name, { path, choice, value, chosen, search }] of Object.entries(lists))
  test(`back undoes the last filter of ${name}, a reload keeps it, and one button clears all`, async ({
    page,
    browser,
    app,
  }) => {
    const id = await claimed(page, "Fina Filter");
    const admin = await signedIn(browser, app.url, "admin@acebay.test");
    await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id } });
    await admin.goto("/admin");
    await admin.goto(path);
    const field = admin.getByLabel(search).first();
    const clear = admin.getByRole("button", { name: "Clear filters" });
    await expect(count(admin)).toBeVisible();
    await expect(clear).toBeHidden();
    // If the bar is narrow, all fields but the search are folded.
    const fold = admin.getByRole("button", { name: "Filters", exact: true });
    if (await fold.isVisible()) await fold.click();

    await admin.getByRole("combobox", { name: choice }).selectOption(value);
    await expect(admin).toHaveURL(chosen);
    await expect(clear).toBeVisible();
    // Everything that is typed during one visit to a field is one step, however often the list was read meanwhile.
    await field.pressSequentially("fina");
    await expect(admin).toHaveURL(/=fina/);
    await field.pressSequentially(" nobody");
    await expect(admin).toHaveURL(/=fina(\+|%20)nobody/);
    await admin.reload();
    await expect(field).toHaveValue("fina nobody");
    await expect(admin.getByRole("combobox", { name: choice })).toHaveValue(value);
    await expectAccessible(admin);

    await admin.goBack();
    await expect(field).toHaveValue("");
    await expect(admin).toHaveURL(chosen);
    await admin.goBack();
    await expect(admin.getByRole("combobox", { name: choice })).toHaveValue("");
    await expect(admin).not.toHaveURL(chosen);
    await expect(clear).toBeHidden();

    await admin.goForward();
    await expect(admin.getByRole("combobox", { name: choice })).toHaveValue(value);
    await clear.click();
    await expect(admin).not.toHaveURL(chosen);
    await expect(clear).toBeHidden();
    // The button has disappeared, and the focus is on the field that it changed.
    await expect(count(admin)).toBeFocused();
    await admin.goBack();
    await expect(admin).toHaveURL(chosen);
  });

test("back undoes a search, a filter by value and a sorting of a list that the browser has as a whole", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test", { width: 390, height: 844 });
  await admin.goto("/admin/packages");
  const table = admin.getByRole("table", { name: "Packages" });
  const clear = admin.getByRole("button", { name: "Clear filters" });
  await expect(table).toBeVisible();
  await admin
    .getByRole("combobox", { name: "Type" })
    .or(admin.getByRole("button", { name: "Filters" }))
    .first()
    .click();
  await admin.getByRole("combobox", { name: "Type" }).selectOption("Jackpot");
  await table.getByRole("button", { name: "Price" }).click();
  await admin.getByLabel("Search packages").fill("ten");
  await expect(admin).toHaveURL(/\?sort=-4#q=ten&is6=Jackpot$/);
  await admin.goBack();
  await expect(admin).toHaveURL(/\?sort=-4#is6=Jackpot$/);
  await admin.goBack();
  await expect(admin).toHaveURL(/packages#is6=Jackpot$/);
  await admin.goBack();
  await expect(admin).toHaveURL(/packages$/);
  await expect(clear).toBeHidden();
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the year of payouts is in their bar: back undoes it beside a search, and one button clears both", async ({
  page,
  browser,
  app,
}) => {
  const id = await claimed(page, "Yara Yearling");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id } });
  const now = await clockOf(callsOf(admin));
  const [year, before] = [Number(now.slice(0, 4)), Number(now.slice(0, 4)) - 1];
  await admin.goto("/admin/payouts");
  const bar = admin.getByRole("search");
  const chosen = bar.getByRole("combobox", { name: "Year" });
  const row = admin.getByRole("row", { name: /^Yara Yearling/ });
  await expect(row).toBeVisible();
  const fold = bar.getByRole("button", { name: "Filters", exact: true });
  if (await fold.isVisible()) await fold.click();

  await bar.getByLabel("Search payouts").fill("yara");
  await expect(admin).toHaveURL(/payouts#q=yara$/);
  await chosen.selectOption(String(before));
  await expect(admin).toHaveURL(new RegExp(`payouts\\?year=${before}#q=yara$`));
  await expect(row).toBeHidden();
  // The bar stays over a list that has nothing.
  await chosen.selectOption(String(year));
  await expect(row).toBeVisible();
  await admin.reload();
  await expect(chosen).toHaveValue(String(year));
  await expect(bar.getByLabel("Search payouts")).toHaveValue("yara");
  await admin.goBack();
  await expect(chosen).toHaveValue(String(before));
  await bar.getByRole("button", { name: "Clear filters" }).click();
  await expect(admin).toHaveURL(/payouts$/);
  await expect(row).toBeVisible();
  await admin.goBack();
  await expect(admin).toHaveURL(new RegExp(`year=${before}`));
});

test("the search of Recent Activity is in the address beside the period, and in the history", async ({
  page,
  browser,
  app,
}) => {
  await claimed(page, "Acton Active");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin?course=1");
  const card = admin.locator("section", { has: admin.getByRole("heading", { name: "Recent Activity" }) });
  const field = card.getByLabel("Search the activity");
  const rows = card.getByRole("row").filter({ hasNotText: "What happened" });
  await field.pressSequentially("prize claim acton");
  await expect(admin).toHaveURL(/\?course=1#activity=prize(\+|%20)claim/);
  await expect(rows).toHaveCount(1);
  await expect(card.getByRole("status")).toHaveText(/^1 of \d+$/);
  await admin.reload();
  await expect(field).toHaveValue("prize claim acton");
  await expect(rows).toHaveCount(1);
  // Another period keeps it.
  await admin.getByRole("button", { name: "Today", exact: true }).click();
  await expect(admin).toHaveURL(/activity=prize/);
  await admin.goBack();
  await expect(admin).toHaveURL(/activity=prize/);
  await card.getByRole("button", { name: "Clear filters" }).click();
  await expect(admin).toHaveURL(/\/admin\?course=1$/);
  await admin.goBack();
  await expect(field).toHaveValue("prize claim acton");
});
