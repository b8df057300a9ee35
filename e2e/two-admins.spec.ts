/** Two administrators at once at the same thing: the second is told, sees what became of it, and does nothing twice. */
import { claimed } from "./claim-copies.ts";
import { expect, test } from "./fixtures.ts";
import { call, expectToast, playing, registered, signedIn } from "./people.ts";

test("of two who refund the same order, the second reads that all went back and has nothing left to press", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Rita Refund");
  await playing(page, 4, 5);
  const one = await signedIn(browser, app.url, "admin@acebay.test");
  const two = await signedIn(browser, app.url, "admin@acebay.test");
  for (const admin of [one, two]) {
    await admin.goto("/admin/orders?q=Rita");
    await admin.getByRole("link", { name: /^Order / }).click();
    await admin.getByRole("button", { name: /^Refund/ }).click();
    await admin.getByRole("dialog").getByLabel("Reason").fill("rain");
  }
  const press = (admin: typeof one) => admin.getByRole("dialog").getByRole("button", { name: "Refund $5.00" }).click();
  await press(one);
  await expect(one.getByRole("dialog")).toBeHidden();
  await press(two);
  const dialog = two.getByRole("dialog");
  await expect(dialog).toContainText("All of this order's money has already gone back");
  await expect(dialog).toContainText("$0.00 of $5.00 is left");
  await expect(dialog.getByRole("button", { name: "Refund", exact: true })).toBeDisabled();
});

test("of two who verify the same claim, the second is told and sees the other's verdict", async ({
  page,
  browser,
  app,
}) => {
  await claimed(page, "Tia Twice");
  const one = await signedIn(browser, app.url, "admin@acebay.test");
  const two = await signedIn(browser, app.url, "staff@acebay.test");
  for (const desk of [one, two]) {
    await desk.goto("/admin/prize-verification?search=Tia");
    await desk.getByRole("link", { name: "Tia Twice" }).click();
    await desk.keyboard.press("v");
    await expect(desk.getByRole("dialog")).toBeVisible();
  }
  // The second hears nothing of the first until it presses, too.
  await two.route("**/api/admin/prize-claims?*", (route) => route.abort());
  await one.keyboard.press("Enter");
  await expect(one.getByRole("dialog")).toBeHidden();
  await two.keyboard.press("Enter");
  await expect(two.getByText("This claim has already been decided")).toBeVisible();
  await expect(two.getByRole("dialog")).toBeHidden();
  await expect(two.locator("[data-panel]")).toContainText("by Alex Greenkeeper");
});

test("of two who handle the same payout, the second is told that it is not due any more, and finds who decided", async ({
  page,
  browser,
  app,
}) => {
  const id = await claimed(page, "Pia Payout");
  const one = await signedIn(browser, app.url, "admin@acebay.test");
  const two = await signedIn(browser, app.url, "admin@acebay.test");
  await call(one, "PATCH", `/api/admin/prize-claims/${id}/verify`);
  const payoutOn = (admin: typeof one) => admin.getByRole("listitem", { name: /^Pia Payout/ });
  for (const admin of [one, two]) {
    await admin.goto("/admin/payouts");
    await payoutOn(admin).getByRole("button", { name: "Forfeit" }).click();
    await admin.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("Under 18");
  }
  // The second hears nothing of the first until it presses, too.
  const press = (admin: typeof one) =>
    admin
      .getByRole("dialog")
      .getByRole("button", { name: /^Forfeit/ })
      .click();
  await press(one);
  await expect(one.getByRole("dialog")).toBeHidden();
  await press(two);
  await expectToast(two, "Failed to forfeit the prize", "This prize is not due any more: it was paid or forfeited");
  await expect(two.getByRole("dialog")).toBeHidden();
  await expect(payoutOn(two)).toHaveCount(0);
  await two.getByRole("radio", { name: "Forfeited" }).check({ force: true });
  await expect(payoutOn(two)).toContainText("by Alex Greenkeeper");
});
