/** Money that the office moves by hand: adjustments, refunds by check, and payouts of the gateway that are divided. */
import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, expectToast, newestOrder, playing, registered, signedIn } from "./people.ts";
import { operate } from "./server.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

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

test("a refund to a closed card is paid by check, and the golfer reads it on the order and the receipt", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  await registered(page, "Cleo Closed");
  await playing(page, 4, 5, undefined, "4000000000005126");
  const order = await newestOrder(page);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await callsOf(admin).call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { reason: "Rain" } });
  const stateOf = async () =>
    (await bodyOf(callsOf(admin).call(orderSearchRoutes.getOrderFile, { params: { id: order.id } }))).order.refunds[0]
      ?.status;
  await expect.poll(stateOf).toBe("failed");

  await admin.goto("/admin/orders");
  const trouble = admin.getByRole("listitem").filter({ hasText: "The account to refund to is closed" });
  await trouble.getByRole("button", { name: "Pay otherwise" }).click();
  const dialog = admin.getByRole("dialog", { name: "Pay $5.00 otherwise" });
  await dialog.getByLabel("Day").fill("2999-01-01");
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toContainText("A reference is required");
  await dialog.getByLabel("Number").fill("1042");
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toContainText("It was paid between the day of the refund and today");
  await expectAccessible(admin);
  await dialog.getByLabel("Day").fill(dayIn("America/New_York"));
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expectToast(admin, "Proposed", "There is no second administrator");
  await expect(trouble.getByRole("button")).toHaveCount(0);
  await trouble.getByRole("link", { name: /waits for a second administrator/ }).click();
  await expect(admin.getByText(`Refund $5.00 of order ${order.number} from the bank: check 1042`)).toBeVisible();
  const { proposals } = await bodyOf(callsOf(admin).call(proposalRoutes.listProposals));
  await operate(server, "approve", String(firstOf(proposals).id));

  await admin.goto(`/admin/orders/${order.id}`);
  await expect(admin.getByText(/^From the bank: check 1042/)).toBeVisible();
  await expectAccessible(admin);
  await page.goto("/orders");
  await expect(page.getByText("paid by check 1042")).toBeVisible();
  await page.goto(`/orders/${order.id}/receipt`);
  await expect(page.getByText("paid by check 1042")).toBeVisible();
});

function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
}

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
