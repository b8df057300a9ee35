/** A role is given. From then on the person needs a code or a passkey, and sees only their own courses. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, passkeyDevice, registered, signedIn } from "../people.ts";
import { accountRoutes } from "#features/accounts/contract.ts";

/** The classes on the page that the whole style sheet has rules for, and the page has none. */
function classesWithoutStyles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const href = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.href ?? "";
    const whole = await (await fetch(href)).text();
    const applied = [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join();
    const classes = new Set([...document.querySelectorAll("[class]")].flatMap(({ classList }) => [...classList]));
    const has = (sheet: string, name: string) => sheet.includes(`.${CSS.escape(name)}`);
    const known = [...classes].filter((name) => has(whole, name));
    if (known.length < 50) throw new Error(`Only ${known.length} classes of the page are in ${href}`);
    return known.filter((name) => !has(applied, name));
  });
}

test("an administrator gives a role and takes it away; the person sees what it allows", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const page = await (await browser.newContext({ baseURL: app.url })).newPage();
  const { email } = await registered(page, "Kim Newstaff");

  await admin.goto("/admin/staff");
  await expect(admin.getByRole("row", { name: /staff@acebay\.test/ })).toBeVisible();
  await admin.getByRole("button", { name: "Add a person" }).click();
  const dialog = admin.getByRole("dialog", { name: "Add a person" });
  await dialog.getByLabel("Email").fill("nobody@example.com");
  await dialog.getByRole("switch").first().check();
  await dialog.getByRole("button", { name: "Add person" }).click();
  await expect(dialog.getByText("Write their name, too, and we mail them an invitation.")).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Add person" }).click();
  await expect(dialog).toBeHidden();
  await expect(admin.getByRole("row", { name: /Kim Newstaff/ })).toContainText("Staff");
  await expectAccessible(admin);

  // The new role has ended the person's sign-in.
  expect((await callsOf(page).call(accountRoutes.me)).status).toBe(401);
  const kim = await signedIn(browser, app.url, email);
  await kim.goto("/admin/staff");
  await expect(kim.getByRole("heading", { name: /administrators/i })).toBeVisible();

  await admin.getByRole("button", { name: "Change Kim Newstaff" }).click();
  const change = admin.getByRole("dialog", { name: "Change Kim Newstaff" });
  await change.getByText("No role").click();
  await change.getByRole("button", { name: "Take the role away" }).click();
  await expect(admin.getByRole("row", { name: /Kim Newstaff/ })).toBeHidden();
  expect((await callsOf(kim).call(accountRoutes.me)).status).toBe(401);
});

test("an administrator signs in by a passkey in place of the mailed code", async ({ browser, app }) => {
  // A passkey needs a host name: an IP address cannot have one.
  const url = app.url.replace("127.0.0.1", "localhost");
  const page = await signedIn(browser, url, "admin@acebay.test");
  // Administrators do not have the golfers' profile.
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/admin\/profile$/);
  await passkeyDevice(page);
  await expect(page.getByRole("heading", { name: "Your profile", level: 1 })).toBeVisible();
  await expect(page.getByText(/Player ID|Receipts|winners/)).toHaveCount(0);
  await page.getByLabel("Name of the new passkey").fill("Office laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  await expect(page.getByText("Office laptop", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await callsOf(page).call(accountRoutes.logout);
  await page.goto("/login");
  await page.getByRole("button", { name: "Staff: use a passkey" }).click();
  await expect(page).toHaveURL(/\/admin/);
  // The page was a golfer's, which has no styles of the desk. Whoever signs in there gets them.
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  expect(await classesWithoutStyles(page)).toEqual([]);

  await page.getByRole("link", { name: "Your profile" }).click();
  await page.getByRole("button", { name: "Remove the passkey Office laptop" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await callsOf(page).call(accountRoutes.logout);
  await page.goto("/login");
  await page.getByRole("button", { name: "Staff: use a passkey" }).click();
  await expect(page.getByText("That passkey was not accepted.", { exact: false })).toBeVisible();
});
