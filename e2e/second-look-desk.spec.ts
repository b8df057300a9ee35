/** What administrators saw of the desk in a whole day, line by line (ui.md, The desk): none of it comes back. */
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { CLOSED_CARD, fileOf, refunded, verified } from "./desk/deeds.ts";
import { expect, test } from "./fixtures.ts";
import { callsOf, claimPrize, newestOrder, playing, registered, signedIn } from "./people.ts";

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

test("who may not open a screen, or finds none, keeps the desk's menu and reads no address of another desk", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  for (const [desk, path, words] of [
    [admin, "/admin/no-such-screen", /no such page|There is no page|not found/i],
    [staff, "/admin/no-such-screen", /no such page|There is no page|not found/i],
    [staff, "/admin/payouts", /administrators/i],
  ] as const) {
    await desk.goto(path);
    await expect(desk.locator("main")).toContainText(words);
    await expect(desk.locator("main")).not.toContainText("navigate from the admin dashboard");
    await desk
      .getByRole("banner")
      .getByRole("link", { name: /Claims|Verification|Bays/ })
      .first()
      .click();
    await expect(desk).not.toHaveURL(new RegExp(`${path}$`));
  }
});

test("a profile at the desk is an administrator's, and an unsaved course asks before a link loses it", async ({
  browser,
  app,
}) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/profile");
  await expect(admin.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(admin.locator("main")).not.toContainText(/Tee time|free shot|Your claims/i);

  await admin.goto("/admin/courses/1");
  const name = admin.getByLabel("Name", { exact: true }).first();
  const before = await name.inputValue();
  await name.fill(`${before} Two`);
  const asked: string[] = [];
  admin.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await admin.getByRole("link", { name: "Orders", exact: true }).first().click();
  await expect.poll(() => asked.length).toBe(1);
  await expect(admin).toHaveURL(/\/admin\/courses\/1/);
  await expect(name).toHaveValue(`${before} Two`);
});

test("the trail finds a person by a part of the name, and activity is as old as the server says", async ({
  page,
  browser,
  app,
}) => {
  await registered(page, "Samuel Trail");
  await playing(page, 4, 5);
  const order = await newestOrder(page);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await refunded(admin, order.id, { amount: 1, reason: "Fog" });
  await admin.goto("/admin/audit");
  await admin.getByLabel("Person").fill("Sam");
  await expect(admin.getByText(`refunded $1.00 of`).first()).toBeVisible();
  await expect(admin.locator("tbody tr").first()).toContainText("Fog");

  // The device's clock is five hours ahead.
  await admin.clock.setSystemTime(Date.now() + 5 * 3_600_000);
  await admin.goto("/admin");
  const activity = admin.getByRole("region", { name: "Recent Activity" });
  await expect(activity).toContainText(/just now|1 minute|seconds? ago|min/i);
  await expect(activity).not.toContainText(/5 hours|5 h/);
});

test("a day on which more was refunded than sold hangs below the zero line", async ({ browser, serverOf }, {
  file,
}) => {
  // A server of its own: its clock goes on by two days.
  const server = await serverOf(file, { TAX_RATE: "7" });
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await registered(other, "Nel Negative");
  await playing(other, 4, 5);
  const order = await newestOrder(other);
  await callsOf(other).raw("POST", "/dev/clock", { advanceSeconds: 2 * 86_400 });
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await refunded(admin, order.id, { amount: 2, reason: "Rain" });
  await admin.goto("/admin/course-report/1");
  const chart = admin.getByRole("img", { name: /revenue/i }).first();
  const below = chart.locator("rect[fill='var(--danger)']").first();
  await expect(below).toBeVisible();
  const zero = Number(await chart.locator("line[stroke='var(--edge)']").getAttribute("y1"));
  expect(Number(await below.getAttribute("y"))).toBeCloseTo(zero, 0);
  expect(Number(await below.getAttribute("height"))).toBeGreaterThan(5);
});
