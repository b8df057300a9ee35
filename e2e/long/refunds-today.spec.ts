/**
 * A golfer asks at the counter where the refund is: staff find the refund on a page beside the bays, with what to tell
 * the golfer.
 */
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, newestOrder, playing, registered, signedIn } from "../people.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { todaysRefundRoutes } from "#features/payments/todays-refunds-contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

test("for today's refunds staff read where the money is and what to tell the golfer, and nothing about the card", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  const staff = await signedIn(browser, server.url, "staff@acebay.test");
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await staff.goto("/admin/bays");
  await staff.getByRole("link", { name: "Refunds today" }).click();
  await expect(staff.getByText("No order that was made here today has a refund.")).toBeVisible();
  await expectAccessible(staff);

  const { email } = await registered(page, "Rita Refunded");
  // A card whose refund comes back: the payment service refuses it.
  await playing(page, 3, 1, undefined, "4000000000005126");
  const bought = await newestOrder(page);
  const refunded = { amount: 1, reason: "Rain" };
  expect(
    (await callsOf(admin).call(paymentRoutes.refundOrder, { params: { id: bought.id }, body: refunded })).status,
  ).toBeLessThan(300);
  await expect(async () => {
    const body = await bodyOf(callsOf(staff).call(todaysRefundRoutes.listTodaysRefunds, { params: { id: 1 } }));
    expect(firstOf(body.orders).refunds).toEqual([{ amount: 1, state: "refused" }]);
  }).toPass();
  await staff.reload();
  const order = staff.getByRole("row", { name: new RegExp(`^Rita R\\. ?Order ${bought.number}`) });
  await expect(order).toContainText("$1 was refused");
  await expect(order.locator("xpath=following-sibling::tr[1]")).toContainText("Do not pay it from the till.");
  for (const secret of [email, "5126", "Rain", "is closed"])
    await expect(staff.locator("main")).not.toContainText(secret);
  await expectAccessible(staff);
  await staff.getByRole("button", { name: "Español" }).click();
  await expect(staff.getByRole("row", { name: /^Rita R\. ?Pedido/ })).toContainText("$1 rechazados");
  await expect(staff.getByText("No lo pagues de la caja.")).toBeVisible();
  await staff.getByRole("link", { name: "Volver a las bahías" }).click();
  await expect(staff.getByRole("heading", { level: 1, name: "Bahías" })).toBeVisible();
});
