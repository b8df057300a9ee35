/** Two administrators at once at the same thing: the second is told, sees what became of it, and does nothing twice. */
import { claimed } from "./claim-copies.ts";
import { expect, test } from "./fixtures.ts";
import { playing, registered, signedIn } from "./people.ts";

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
