/**
 * `/admin/reconciliation`, by keyboard, on a phone and at a desk: a difference is found, read and settled, and then is
 * no longer listed.
 */
import type { Dialog, Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, newestOrder, playing, registered, signedIn } from "../people.ts";
import { inDatabase } from "../server.ts";
import { advanceClock, refundAtSandbox } from "#test/demo.ts";

/** Tabs on until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await isFocused()); presses += 1) {
    expect(presses).toBeLessThan(80);
    await page.keyboard.press("Tab");
  }
}

test("a difference leads to its order and is gone once it is settled; money of no payment is sorted", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  test.setTimeout(120_000);
  const server = await serverOf(file);
  await registered(page, "Rena Reckoned");
  await playing(page, 4, 5);
  const order = await newestOrder(page);
  /** A refund at the payment service, after which the server learns all news. */
  const takeNews = () => refundAtSandbox(callsOf(page), { orderId: order.id, amount: 1 });
  await takeNews();
  // What moved within the last ten minutes counts as under way.
  await advanceClock(callsOf(page), 900);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  const same = admin.getByText("The payment service and the books say the same");

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await admin.setViewportSize({ width, height });

    await test.step(`${width}: without a difference it says so`, async () => {
      await admin.goto("/admin");
      await expect(admin.getByRole("heading", { name: "Acebay Admin Dashboard" })).toBeVisible();
      await admin.keyboard.press("Control+k");
      await admin.getByRole("dialog").getByRole("combobox").fill("recon");
      await expect(admin.getByRole("dialog").getByRole("option")).toHaveText(["Reconciliation"]);
      await admin.keyboard.press("Enter");
      await expect(same).toBeVisible();
      await expectAccessible(admin);
    });

    await test.step(`${width}: a payment that the payment service has lost is listed with what to do`, async () => {
      const kept = "kept_by_support";
      await inDatabase(server, `CREATE TABLE ${kept} AS SELECT * FROM sandbox.transactions WHERE kind = 'charge'`);
      await inDatabase(server, "DELETE FROM sandbox.transactions WHERE kind = 'charge'");
      await admin.reload();
      await expect(admin.getByText("The payment service and the books differ")).toBeVisible();
      // Less the fee.
      const row = admin.getByRole("row", { name: new RegExp(`order ${order.number}`) });
      const cells = ["nothing", "$4.55", "-$4.55"];
      if (width < 1024) await expect(row).toContainText("Payment service: nothing. Books: $4.55.");
      else await expect(row.getByRole("cell").filter({ hasText: /^(nothing|-?\$)/ })).toHaveText(cells);
      await expect(admin.getByText(/does not have it\. Look for it there by its name/)).toBeVisible();
      await expectAccessible(admin);
      const link = admin.getByRole("link", { name: `order ${order.number}` });
      await tabTo(admin, link);
      await admin.keyboard.press("Enter");
      await expect(admin.getByRole("heading", { name: `Order ${order.number}` })).toBeVisible();
      // Its support finds it by that name.
      await inDatabase(server, `INSERT INTO sandbox.transactions SELECT * FROM ${kept}`);
      await inDatabase(server, `DROP TABLE ${kept}`);
      await admin.goBack();
      await expect(same).toBeVisible();
      await expect(admin.getByRole("heading", { name: "What differs" })).toBeHidden();
    });

    await test.step(`${width}: money of no payment waits until it is sorted`, async () => {
      const reference = `topup_${width}`;
      await inDatabase(
        server,
        `INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at)
         SELECT '${reference}', 'other', 2500, 0, max(created_at) FROM sandbox.transactions`,
      );
      await takeNews();
      await admin.reload();
      await expect(admin.getByText("The payment service moved this money without a payment of ours.")).toBeVisible();
      await tabTo(admin, admin.getByRole("button", { name: `Sort ${reference}` }));
      await admin.keyboard.press("Enter");
      const dialog = admin.getByRole("dialog", { name: "Sort $25.00" });
      await expect(dialog).toContainText(`${reference} is of no payment of ours. What is it?`);
      await expectAccessible(admin);
      await tabTo(admin, dialog.getByLabel("Account"));
      await expect(dialog.getByLabel("Account")).toHaveValue("bank");
      await tabTo(admin, dialog.getByLabel("Reason"));
      await admin.keyboard.type("We added it from our bank");
      const asked: string[] = [];
      const stay = (leaving: Dialog) => {
        asked.push(leaving.message());
        void leaving.dismiss();
      };
      admin.on("dialog", stay);
      await admin.keyboard.press("Escape");
      await expect.poll(() => asked).toEqual(["Leave without saving what you changed?"]);
      await expect(dialog.getByLabel("Reason")).toHaveValue("We added it from our bank");
      admin.off("dialog", stay);
      await tabTo(admin, dialog.getByRole("button", { name: "Sort", exact: true }));
      await admin.keyboard.press("Enter");
      await expectToast(admin, "Sorted", `$25.00, ${reference}`);
      await expect(admin.getByRole("heading", { name: "Waits to be sorted" })).toBeHidden();
      await expect(same).toBeVisible();
    });
  }
});
