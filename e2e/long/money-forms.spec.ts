/** Every form of the desk about money, its refusals at its fields, and what is typed in it. */
import { expect, test } from "../fixtures.ts";
import { callsOf, expectToast, newestOrder, playing, registered, signedIn, claimPrize } from "../people.ts";
import { claimRoutes } from "#features/claims/contract.ts";

test("the desk's forms about money say at each field what is wrong, and ask before typed values are lost", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Paula Paid");
  const sessionId = await playing(page, 4, 5);
  const claim = await claimPrize(page, sessionId, "middle");
  const order = await newestOrder(page);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id: claim.id } });
  const asked: string[] = [];
  let leaves = false;
  admin.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (leaves ? dialog.accept() : dialog.dismiss());
  });
  const formOf = (button: string) => admin.locator("form", { has: admin.getByRole("button", { name: button }) });

  await test.step("threshold", async () => {
    await admin.goto("/admin/payouts");
    const form = formOf("Set threshold");
    await form.getByLabel("Dollars").fill("-5");
    await form.getByRole("button").click();
    await expect(form).toContainText("Give the threshold in dollars, from 0 to 1,000,000");
    await expect(form.getByLabel("Dollars")).toBeFocused();
    await admin.getByRole("link", { name: "Orders", exact: true }).click();
    await expect.poll(() => asked).toHaveLength(1);
    await expect(admin).toHaveURL(/\/admin\/payouts/);
    await form.getByLabel("From the year").fill("2100");
    await form.getByLabel("Dollars").fill("2,500");
    await form.getByRole("button").click();
    await expectToast(admin, "Threshold set", "$2,500.00 from 2100 on");
  });

  await test.step("approval limit", async () => {
    const form = formOf("Set limit");
    await form.getByLabel("Dollars").fill("1.234");
    await form.getByRole("button", { name: "Set limit" }).click();
    await expect(form).toContainText("Give the limit in dollars, from 0 to 1,000,000");
    await expect(form.getByLabel("Dollars")).toBeFocused();
    await form.getByLabel("Dollars").fill("");
  });

  await test.step("payout", async () => {
    const dialog = admin.getByRole("dialog", { name: "Age 18 or over" });
    await admin.getByRole("button", { name: "Record age Paula Paid" }).click();
    await dialog.getByLabel("Note").fill("Seen at the desk");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => asked).toHaveLength(2);
    await expect(dialog.getByLabel("Note")).toHaveValue("Seen at the desk");
    await dialog.getByRole("button", { name: "Record age" }).click();
    await expectToast(admin, "Recorded");
    await expect(dialog).toBeHidden();
  });

  await test.step("forfeit", async () => {
    const dialog = admin.getByRole("dialog", { name: "Forfeit this prize?" });
    const forfeit = admin.getByRole("button", { name: "Forfeit Paula Paid" });
    await forfeit.click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Under 18");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => asked).toHaveLength(3);
    await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("Under 18");
    leaves = true;
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    leaves = false;
    // A form in which nothing was typed closes without a question.
    await forfeit.click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    expect(asked).toHaveLength(4);
  });

  await test.step("refund", async () => {
    await admin.goto(`/admin/orders/${order.id}`);
    await admin
      .getByRole("button", { name: /^Refund/ })
      .first()
      .click();
    const dialog = admin.getByRole("dialog", { name: /^Refund order/ });
    await dialog.getByText("A part", { exact: true }).click();
    await dialog.getByLabel("Reason").fill("Rain");
    await dialog.getByLabel("Amount in dollars").fill("99");
    await expect(dialog.getByLabel("Amount in dollars")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByRole("button", { name: "Refund", exact: true })).toBeDisabled();
    await dialog.getByLabel("Amount in dollars").fill("1.50");
    await expect(dialog.getByRole("button", { name: "Refund $1.50" })).toBeEnabled();
    // Browsers let a second Escape close a dialog that refused the first one.
    for (const times of [5, 6, 7]) {
      await admin.keyboard.press("Escape");
      await expect.poll(() => asked).toHaveLength(times);
    }
    await expect(dialog.getByLabel("Reason")).toHaveValue("Rain");
    leaves = true;
    await admin.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
  expect(asked).toHaveLength(8);
});
