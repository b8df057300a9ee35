import { violationsOn } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, playing, registered, signedIn } from "../people.ts";
import { advanceClock, outboxOf } from "#test/demo.ts";

const DAY = 86_400;

test("an administrator closes a month: it says that it is closed, stays as it was, and each line opens its transfers", async ({
  page,
  browser,
  app,
}) => {
  test.setTimeout(180_000);
  await registered(page, "Mona Monthly");
  await playing(page, 4, 5);
  const month = new Date().toISOString().slice(0, 7);
  // Past the end of the month, wherever today is in it.
  await advanceClock(callsOf(page), 33 * DAY);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto(`/admin/settlement?course=1&month=${month}`);
  const close = admin.getByRole("button", { name: /^Close [A-Z]\w+ \d{4}$/ });

  await test.step("its lines open their transfers", async () => {
    await admin.getByRole("link", { name: "Gross captured" }).click();
    await expect(admin.getByRole("heading", { name: "Gross captured" })).toBeVisible();
    await expect(admin.getByRole("link", { name: /^Order \d+$/ })).toBeVisible();
    await admin.getByRole("link", { name: "Back to the settlement" }).click();
  });

  await test.step("closing waits for the gateway's books, and asks first", async () => {
    await expect(async () => {
      await admin.reload();
      await expect(close).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 90_000 });
    await close.click();
    const dialog = admin.getByRole("dialog", { name: /^Close / });
    await expect(dialog).toContainText("cannot be opened again");
    await dialog.getByRole("button", { name: "Close the month" }).click();
    await expect(admin.getByText(/These figures are final/)).toBeVisible();
    await expect(close).toBeHidden();
  });

  await test.step("and it stays closed", async () => {
    await admin.reload();
    await expect(admin.getByText(/These figures are final\. Hash [0-9a-f]{64}/)).toBeVisible();
    await expect(admin.getByText("It adds up")).toBeVisible();
    expect(await violationsOn(admin)).toEqual([]);
  });

  await test.step("it is mailed to whom the administrator chooses, in their language, and says so", async () => {
    const mail = admin.locator("section", { has: admin.getByRole("heading", { name: "By mail" }) });
    await expect(mail).toContainText("Nobody gets the settlements of this course by mail.");
    await mail.getByRole("button", { name: "Choose who gets it" }).click();
    const dialog = admin.getByRole("dialog", { name: "Who gets the settlements" });
    await dialog.getByLabel("Email addresses").fill("range@example.com, nobody");
    await dialog.getByText("Español").click();
    await dialog.getByLabel("Day of the next month").selectOption("5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toContainText("'nobody' is not an email address");
    expect(await violationsOn(admin)).toEqual([]);
    await dialog.getByLabel("Email addresses").fill("range@example.com; books@example.com, RANGE@example.com");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(mail).toContainText("Goes to range@example.com and books@example.com.");
    await mail.getByRole("button", { name: "Send now" }).click();
    await expect(mail.getByRole("listitem").filter({ hasText: "books@example.com" }).last()).toContainText("Sent");
    const outbox = await outboxOf(callsOf(page));
    const letters = outbox.filter(({ to }: { to: string }) => /^(?:range|books)@example\.com$/.test(to));
    expect(letters).toHaveLength(2);
    for (const { subject, files } of letters) {
      expect(subject).toMatch(/^Liquidación de Palmetto Pines Driving Range/);
      expect(files?.map((name) => name.slice(-4))).toEqual([".pdf", ".csv"]);
    }
    await admin.reload();
    await expect(mail.getByRole("button", { name: "Send again" })).toBeVisible();
    await expect(mail).toContainText("by Alex Greenkeeper");
    expect(await violationsOn(admin)).toEqual([]);
  });

  await test.step("all courses are listed, each with its state", async () => {
    await admin.goto(`/admin/settlement?course=all&month=${month}`);
    const rows = admin.getByRole("table", { name: "The courses of this month" }).getByRole("row");
    await expect(rows.filter({ hasText: "Palmetto Pines Driving Range" })).toContainText(/Closed.*Mailed/s);
    await expect(rows.filter({ hasText: "Bayshore Golf Park" })).toContainText("Ready to close");
    expect(await violationsOn(admin)).toEqual([]);
    await rows.getByRole("link", { name: "Bayshore Golf Park" }).click();
    await expect(close).toBeVisible();
  });

  await test.step("the journal has the operator's numbers", async () => {
    await admin.goto("/admin/journal-accounts");
    const form = admin.locator("form", { has: admin.getByRole("button", { name: "Save numbers" }) });
    await form.getByLabel("Cash at the payment service").fill("10 10");
    await form.getByRole("button").click();
    await expect(form).toContainText("Use up to 20 letters, digits, dots and dashes");
    await form.getByLabel("Cash at the payment service").fill("1010");
    await form.getByRole("button").click();
    await expect(admin.getByText("Numbers saved")).toBeVisible();
    const journal = await (await admin.request.get(`/api/admin/settlements/1/journal.csv?month=${month}`)).text();
    expect(journal).toContain("Date,Account,Debit,Credit,Reference,Memo");
    expect(journal).toMatch(/\d{4}-\d\d-\d\d,1010,5,,T\d+,"capture, order \d+, /);
  });
});
