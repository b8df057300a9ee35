/** A part refund by the office is made once. */
import { expect, test } from "./fixtures.ts";
import { callsOf, expectToast, newestOrder, playing, registered, signedIn } from "./people.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { bodyOf } from "#test/calls.ts";

test("a part refund whose answer was lost is one refund, also when it is repeated from another dialog or another load of the page", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Reno Repeat");
  await playing(page, 4, 5);
  const order = await newestOrder(page);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  admin.on("dialog", (asked) => void asked.accept());
  const dialog = admin.getByRole("dialog", { name: /^Refund order/ });
  const refund = async () => {
    await admin.getByRole("button", { name: "Refund", exact: true }).click();
    await dialog.getByText("A part", { exact: true }).click();
    await dialog.getByLabel("Amount in dollars").fill("1.50");
    await dialog.getByLabel("Reason").fill("Rain");
    await dialog.getByRole("button", { name: "Refund $1.50" }).click();
  };
  const refundsOf = async () =>
    (await bodyOf(callsOf(admin).call(orderSearchRoutes.getOrderFile, { params: { id: order.id } }))).order.refunds;
  await admin.goto(`/admin/orders/${order.id}`);
  await admin.route(
    "**/refund",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 2 },
  );

  await refund();
  await expect(dialog.getByRole("alert")).toContainText("Not refunded");
  await admin.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await refund();
  await expect(dialog.getByRole("alert")).toContainText("Not refunded");
  await admin.reload();
  await refund();
  await expectToast(admin, "Refund on its way", "$1.50");
  expect(await refundsOf()).toHaveLength(1);

  // After an answer the same amount and reason are another refund.
  await refund();
  await expect(dialog).toBeHidden();
  await expect.poll(refundsOf).toHaveLength(2);
});
