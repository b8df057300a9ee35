/** More of what administrators saw of the desk in a whole day: none of it comes back. */
import { refunded } from "../desk/deeds.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, newestOrder, playing, registered, signedIn } from "../people.ts";

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
    await expect(desk.getByRole("main")).toContainText(words);
    await expect(desk.getByRole("main")).not.toContainText("navigate from the admin dashboard");
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
  await expect(admin.getByRole("main")).not.toContainText(/Tee time|free shot|Your claims/i);

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
