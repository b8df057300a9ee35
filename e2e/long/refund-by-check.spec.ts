/** A refund that the bank could not pay back is paid by check. */
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, newestOrder, playing, registered, signedIn } from "../people.ts";
import { operate } from "../server.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

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
