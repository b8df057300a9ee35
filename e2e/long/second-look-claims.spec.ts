/** What administrators saw of claims and their orders in a whole day, line by line (ui.md, The desk): none of it comes back. */
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { CLOSED_CARD, fileOf, refunded, verified } from "../desk/deeds.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, claimPrize, newestOrder, playing, registered, signedIn } from "../people.ts";

test("cash is verified by a second step alone, and the reason of a rejection is kept until it is given up", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Vera Key");
  const { id: claim } = await claimPrize(page, await playing(page, 4, 5), "middle");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const statusOf = async () =>
    (await bodyOf(callsOf(admin).call(evidenceRoutes.getEvidence, { params: { id: claim } }))).claim.verificationStatus;
  await admin.goto("/admin/prize-verification?search=Vera+Key");
  await admin.getByRole("link", { name: "Vera Key" }).click();
  await admin.keyboard.press("v");
  await expect(admin.getByRole("dialog")).toContainText("$");
  expect(await statusOf()).toBe("pending");
  await admin.keyboard.press("Escape");

  await admin.keyboard.press("r");
  await admin.keyboard.type("The ball stopped beside the hole");
  admin.once("dialog", (asked) => void asked.dismiss());
  await admin.keyboard.press("Escape");
  await expect(admin.getByRole("textbox", { name: "Reason" })).toHaveValue("The ball stopped beside the hole");
  expect(await statusOf()).toBe("pending");
});

test("an open dispute is the first and loudest thing about a claim and its order", async ({ page, browser, app }) => {
  await registered(page, "Dee Disputed");
  await claimPrize(page, await playing(page, 4, 5), "middle");
  const order = await newestOrder(page);
  await page.goto("/dev/gateway");
  await page.getByRole("row").nth(1).getByRole("button", { name: "Dispute" }).click();
  await expect(page.getByText("fraudulent, open").first()).toBeVisible();
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/prize-verification?search=Dee+Disputed");
  const row = admin.getByRole("row", { name: /Dee Disputed/ });
  await expect(row).toContainText(/dispute/i);
  await row.getByRole("link").click();
  const panel = admin.locator("[data-panel]");
  const evidence = panel.getByRole("region", { name: /^Evidence/ });
  await expect(evidence).toBeVisible();
  const alarm = panel.getByText(/dispute/i).first();
  await expect(alarm).toBeInViewport();
  const [top, below] = [await alarm.boundingBox(), await evidence.boundingBox()];
  expect(top && below && top.y < below.y).toBe(true);
  await expect(panel.locator("[data-action=verify]")).toBeDisabled();
  await admin.goto("/admin/orders?q=Dee+Disputed");
  await expect(admin.locator("tbody tr").first()).toContainText("Disputed");
  await admin.goto(`/admin/orders/${order.id}`);
  await expect(
    admin
      .locator("main")
      .getByText(/Disputed/)
      .first(),
  ).toBeInViewport();
});

test("an order whose refund the bank refused says so, in the list and on its page", async ({ page, browser, app }) => {
  await registered(page, "Cora Closed");
  await playing(page, 4, 5, undefined, CLOSED_CARD);
  const order = await newestOrder(page);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await refunded(admin, order.id, { reason: "Rain" });
  // The bank takes it first, and gives it back a moment later.
  await expect
    .poll(async () => firstOf((await fileOf(admin, order.id)).refunds).status, {
      timeout: 20_000,
    })
    .toBe("failed");
  await admin.goto("/admin/orders?q=Cora+Closed");
  const row = admin.getByRole("row", { name: new RegExp(`Order ${order.number}|Cora Closed`) }).last();
  await expect(row).toContainText("Refund refused");
  await admin.goto(`/admin/orders/${order.id}`);
  await expect(admin.locator("main")).toContainText("Refund refused");
  await expect(admin.locator("main")).not.toContainText("on its way");
});

test("a sponsored prize is handed over, and is paid by check only if somebody says so", async ({
  page,
  browser,
  app,
}) => {
  const { email } = await registered(page, "Wendy Wedge");
  const sessionId = await playing(page, 4, 5);
  const claim = await claimPrize(page, sessionId, "left");
  // A mailed code proves the address, for which a payout waits.
  await signedIn(browser, app.url, email);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await verified(admin, claim.id);
  await admin.goto("/admin/payouts?status=ready");
  const row = admin.getByRole("row", { name: /Wendy Wedge/ });
  await row.getByRole("button", { name: /hand/i }).click();
  await expect(admin.getByRole("dialog").locator("select[name=method]")).toHaveValue("handed_over");
});
