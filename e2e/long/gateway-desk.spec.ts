/** The desk of the demo's gateway, where a payment is disputed or refunded without the product. */
import type { Page } from "@playwright/test";
import { atCheckout } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { expectAccessible, newestOrder, registered, signedIn } from "../people.ts";

async function paidByWallet(page: Page): Promise<void> {
  await atCheckout(page);
  await page.getByText("Apple Pay", { exact: true }).click();
  await page.getByRole("dialog", { name: "Sandbox Apple Pay" }).getByRole("button", { name: "Approve $3" }).click();
  await expect(page).toHaveURL(/\/game/);
}

test("the gateway's desk opens a dispute and decides it by its buttons", async ({ page }) => {
  await registered(page);
  await paidByWallet(page);
  await page.goto("/dev/gateway");
  // The newest payment comes first, under the table's head.
  const row = page.getByRole("row").nth(1);
  await row.getByRole("button", { name: "Dispute" }).click();
  await expect(row.getByText("$3.00, fraudulent, open")).toBeVisible();
  await row.getByRole("button", { name: "Win" }).click();
  await expect(row.getByText("$3.00, fraudulent, won")).toBeVisible();
});

test("a refund that is made and cancelled at the gateway's desk leaves its order paid", async ({
  page,
  browser,
  app,
}) => {
  await registered(page);
  await paidByWallet(page);
  const order = () => newestOrder(page);
  const status = async () => (await order()).status;
  const { id } = await order();
  await page.goto("/dev/gateway");
  const row = page.getByRole("row").nth(1);
  await row.getByRole("button", { name: "Refund" }).click();
  await expect.poll(status).toBe("refunded");
  await row.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(status).toBe("fulfilled");
  const desk = await signedIn(browser, app.url, "admin@acebay.test");
  await desk.goto(`/admin/orders/${id}`);
  await expect(desk.getByRole("cell", { name: /^Cancelled at the payment service/ })).toBeVisible();
  await expectAccessible(desk);
});
