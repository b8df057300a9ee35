/** What the office books by hand once in a while: adjustments, and payouts of the gateway that are divided. */
import { expect, test } from "../fixtures.ts";
import { expectAccessible, expectToast, signedIn } from "../people.ts";

test("an adjustment is proposed in its form and waits for a second administrator", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/adjustments");
  await expect(admin.getByText("None yet")).toBeVisible();
  await admin.getByRole("button", { name: "Propose an adjustment" }).click();
  const dialog = admin.getByRole("dialog", { name: "Propose an adjustment" });
  await dialog.getByLabel("Account").selectOption("Pot");
  await dialog.getByLabel("Dollars").fill("-9000000");
  await dialog.getByLabel("Reason").fill("Counted anew");
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toContainText("A pot is never below zero");
  await expectAccessible(admin);
  await dialog.getByLabel("Dollars").fill("-12.50");
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expectToast(admin, "Proposed", "There is no second administrator");
  await admin.goto("/admin/proposals");
  await expect(admin.getByText("Take $12.50 from 'Pot'")).toBeVisible();
});

test("a payout made by hand is divided to the cent", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  // The sandbox makes no payouts by hand.
  const made = { id: crypto.randomUUID(), reference: "po_by_hand", amount: 9, at: new Date().toISOString() };
  await admin.route("**/api/admin/reconciliation", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), undivided: [made] } });
  });
  let sent: unknown;
  await admin.route(`**/payouts/${made.id}/divide`, async (route) => {
    sent = route.request().postDataJSON();
    await route.fulfill({ json: { divided: true } });
  });
  await admin.goto("/admin/reconciliation");
  await admin.getByRole("button", { name: "Divide po_by_hand" }).click();
  const dialog = admin.getByRole("dialog", { name: "Divide $9.00" });
  const divide = dialog.getByRole("button", { name: "Divide it" });
  await dialog.getByLabel("Reason").fill("As the statement says");
  const [first, second] = [dialog.getByRole("textbox").nth(0), dialog.getByRole("textbox").nth(1)];
  await first.fill("$6.10");
  await second.fill("2.8");
  await expect(dialog).toContainText("$0.10 is left.");
  await expect(divide).toBeDisabled();
  await dialog.getByLabel("The house").fill("0.1");
  await expectAccessible(admin);
  await divide.click();
  await expectToast(admin, "Divided", "$9.00, po_by_hand");
  expect(sent).toMatchObject({
    parts: [{ amount: 6.1 }, { amount: 2.8 }, { amount: 0.1 }],
    reason: "As the statement says",
  });
  // The list is read once more, and the page stays open until it has come.
  await admin.unrouteAll({ behavior: "wait" });
});
