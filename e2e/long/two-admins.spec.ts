/**
 * Two administrators decide the same thing at once: the second one is told, sees the result, and does nothing twice.
 */
import { claimed } from "../claim-copies.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, newestOrder, playing, registered, signedIn } from "../people.ts";
import { inDatabase } from "../server.ts";
import { decideTwice } from "../two-payouts.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { refundAtSandbox } from "#test/demo.ts";

test("when two administrators refund the same order, the second one reads that all was refunded and has no button left", async ({
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

test("when two administrators verify the same claim, the second one is told and sees the other's verdict", async ({
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
  // The second administrator's page gets no news of the first until the second one presses, too.
  await two.route("**/api/admin/prize-claims?*", (route) => route.abort());
  await one.keyboard.press("Enter");
  await expect(one.getByRole("dialog")).toBeHidden();
  await two.keyboard.press("Enter");
  await expect(two.getByText("This claim has already been decided")).toBeVisible();
  await expect(two.getByRole("dialog")).toBeHidden();
  await expect(two.locator("[data-panel]")).toContainText("by Alex Greenkeeper");
});

test("who reads a claim that somebody else decides sees the verdict and has nothing left to press", async ({
  page,
  browser,
  app,
}) => {
  const id = await claimed(page, "Wes Watched");
  const one = await signedIn(browser, app.url, "admin@acebay.test");
  const two = await signedIn(browser, app.url, "staff@acebay.test");
  await two.goto("/admin/prize-verification?search=Wes");
  await two.getByRole("link", { name: "Wes Watched" }).click();
  const panel = two.locator("[data-panel]");
  await expect(panel.locator("[data-action=verify]")).toBeVisible();
  // The pointer holds the list, which keeps the row as it was.
  await two.getByRole("row", { name: /Wes Watched/ }).hover();
  await callsOf(one).call(claimRoutes.verifyClaim, { params: { id } });
  await expect(two.getByRole("row", { name: /Wes Watched/ })).toContainText("Decided meanwhile");
  await expect(panel).toContainText("by Alex Greenkeeper");
  await expect(panel.locator("[data-action=verify]")).toBeHidden();
});

test("of two who mark as paid the same payout, the second is refused, and reads who decided", async ({
  page,
  browser,
  serverOf,
}, { file }) => decideTwice({ page, browser, server: await serverOf(file) }, "mark as paid", false));

test("when two administrators sort the same money, the second one reads that it is done, and nothing is booked twice", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  await registered(page, "Tom Topup");
  await playing(page, 4, 5);
  const order = await newestOrder(page);
  await inDatabase(
    server,
    `INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at)
     SELECT 'topup_twice', 'other', 2500, 0, max(created_at) FROM sandbox.transactions`,
  );
  await refundAtSandbox(callsOf(page), { orderId: order.id, amount: 1 });
  const one = await signedIn(browser, server.url, "admin@acebay.test");
  const two = await signedIn(browser, server.url, "admin@acebay.test");
  for (const admin of [one, two]) {
    await admin.goto("/admin/reconciliation");
    await admin.getByRole("button", { name: "Sort topup_twice" }).click();
    await admin.getByRole("dialog").getByLabel("Reason").fill("From our bank");
  }
  const press = (admin: typeof one) =>
    admin.getByRole("dialog").getByRole("button", { name: "Sort", exact: true }).click();
  await press(one);
  await expectToast(one, "Sorted", "$25.00, topup_twice");
  await press(two);
  const dialog = two.getByRole("dialog", { name: "Sort $25.00" });
  await expect(dialog.getByRole("alert")).toContainText("Another administrator was faster");
  await expect(dialog.getByRole("alert")).toContainText("$25.00 is sorted already: there is nothing left to do here.");
  await expect(dialog.getByRole("button", { name: "Sort", exact: true })).toBeDisabled();
  await expectAccessible(two);
  // No question is asked, because the typed text is of no use any more.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(two.getByRole("heading", { name: "Waits to be sorted" })).toBeHidden();
});
