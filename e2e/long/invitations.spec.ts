/** Staff are invited by email before they have an account: from the administrator's screen to the first sign-in. */
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, signedIn, signIn } from "../people.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { bodyOf } from "#test/calls.ts";
import { outboxOf } from "#test/demo.ts";

test("an invited person signs in with the mailed code and is staff; another invitation is sent again and taken back", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const email = `${crypto.randomUUID()}@example.com`;
  await admin.goto("/admin/staff");
  const invite = async (address: string, name: string, ...also: string[]) => {
    await admin.getByRole("button", { name: "Add a person" }).click();
    const dialog = admin.getByRole("dialog", { name: "Add a person" });
    await dialog.getByLabel("Email").fill(address);
    await dialog.getByRole("switch", { name: "Palmetto Pines" }).check();
    await dialog.getByRole("button", { name: "Add person" }).click();
    await expect(dialog.getByText("Write their name, too, and we mail them an invitation.")).toBeVisible();
    await dialog.getByLabel("Name (optional)").fill(name);
    for (const choice of also) await dialog.getByText(choice, { exact: true }).click();
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Add person" }).click();
    await expect(dialog).toBeHidden();
  };
  await invite(email, "Kim Newcomer");
  await expectToast(admin, "Invited", `The invitation is on its way to ${email}. It is valid for 7 days.`);
  const invited = admin.getByRole("region", { name: "Invited" });
  await expect(invited.getByRole("row", { name: /Kim Newcomer/ })).toContainText(email);
  await expectAccessible(admin);

  // Only somebody who reads the address's mail may have the account, so a registration leads to the code.
  const page = await (await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } })).newPage();
  await page.goto("/register");
  await page.getByLabel("Name").fill("Kim");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("555 010 0100");
  await page.getByRole("button", { name: /Create|Register/ }).click();
  await expect(page.getByText(/You are invited to work here with this email/).first()).toBeVisible();
  await page.getByRole("link", { name: "Sign in with this address" }).click();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/admin/);
  expect((await bodyOf(callsOf(page).call(accountRoutes.me))).user).toMatchObject({
    name: "Kim Newcomer",
    role: "staff",
  });
  await admin.reload();
  await expect(admin.getByRole("row", { name: /Kim Newcomer/ })).toContainText("Staff");
  await expect(invited).toBeHidden();

  const other = `${crypto.randomUUID()}@example.com`;
  await invite(other, "Ana Nueva", "Español");
  await invited.getByRole("button", { name: "Send again Ana Nueva" }).click();
  await expectToast(admin, "Sent again");
  await expect
    .poll(async () => {
      const body = await outboxOf(callsOf(admin));
      return body.filter(({ to }: { to: string }) => to === other).map(({ subject }: { subject: string }) => subject);
    })
    .toEqual(Array.from({ length: 2 }, () => "Te invitamos a trabajar con Acebay"));
  await invited.getByRole("button", { name: "Take back Ana Nueva" }).click();
  const asked = admin.getByRole("dialog", { name: "Take the invitation of Ana Nueva back?" });
  await expectAccessible(admin);
  await asked.getByRole("button", { name: "Take back" }).click();
  await expect(invited).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("Email").fill(other);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText(/We do not know this email yet/).first()).toBeVisible();
});
