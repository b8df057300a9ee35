/** No screen of the desk shows what only a machine reads. */
import { CLOSED_CARD, fileOf, refunded, verified } from "../desk/deeds.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, claimPrize, declined, newestOrder, playing, registered, signedIn } from "../people.ts";
import { inDatabase } from "../server.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";

/** What only a machine reads: ids, keys, cents, and what a missing value leaves. */
const RAW = /[\da-f]{8}-[\da-f]{4}-|\b[a-z]+_[a-z_]+\b|\bcents\b|\bundefined\b|\bNaN\b|\[object/;

/** What the payment service calls a movement of money: an administrator finds it there by this name alone. */
const AT_SERVICE = "topup_raw";

/** The journeys' email addresses, the two sources of accounts that the spec shows as they are given, and that name. */
const NOT_RAW = new RegExp(String.raw`\S+@example\.com|social_media|friend_referral|${AT_SERVICE}`, "g");

test("no screen of the desk shows an id, a key or cents, in English or Spanish, and each keeps the menu", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  test.setTimeout(150_000);
  const server = await serverOf(file);
  await registered(page, "Rory Raw");
  const { id: claim } = await claimPrize(page, await playing(page, 4, 5), "middle");
  // An order whose prize is won is not refunded.
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await registered(other, "Remy Refused");
  const { id: unpaid } = await declined(other, "4000000000009987");
  await playing(other, 4, 5, undefined, CLOSED_CARD);
  const order = await newestOrder(other);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await verified(admin, claim);
  await refunded(admin, order.id, { amount: 1, reason: "Rain" });
  // A night's audit that found something.
  await inDatabase(
    server,
    `INSERT INTO audit_runs (day, started_at, ended_at, fault_count, faults, warnings)
       VALUES (current_date + 1, now(), now(), 1, '["order ${order.number} was booked as cash 1080, refunds_payable:${order.id} -1080: 100570 cents"]', '[]')`,
  );
  // A job that has stopped, and money that the payment service moved by itself.
  await inDatabase(server, "UPDATE job_runs SET ran_at = ran_at - interval '2 days' WHERE name = 'lost-disputes'");
  await callsOf(other).call(requestRoutes.requestCourse, {
    body: { name: "Pat Pro", email: "pat@example.com", courseName: "Long Meadow", courseLocation: "Naples, FL" },
  });
  await inDatabase(
    server,
    `INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at)
       SELECT '${AT_SERVICE}', 'other', 2500, 0, max(created_at) - interval '1 day' FROM sandbox.transactions`,
  );
  const person = (await fileOf(admin, order.id)).player.id;
  const month = new Date().toISOString().slice(0, 7);
  const paths = [
    "/admin",
    "/admin/sessions",
    "/admin/players",
    "/admin/bays?course=1",
    "/admin/bays/refunds?course=1",
    `/admin/prize-verification?status=all&claim=${claim}`,
    "/admin/course-report/1",
    "/admin/orders",
    `/admin/orders/${order.id}`,
    `/admin/orders/${unpaid}`,
    "/admin/payouts",
    "/admin/settlement?course=1",
    ...["gross", "refundsSettled", "prizesVerified"].map(
      (line) => `/admin/settlement/transfers?course=1&month=${month}&line=${line}`,
    ),
    "/admin/statements?course=1",
    "/admin/profile",
    "/admin/courses",
    "/admin/courses/1",
    "/admin/courses/1/closing",
    "/admin/courses/1/codes?from=1&to=8",
    "/admin/packages",
    "/admin/sponsors",
    "/admin/course-requests",
    "/admin/staff",
    "/admin/people",
    `/admin/people/${person}`,
    "/admin/proposals",
    "/admin/reconciliation",
    "/admin/adjustments",
    "/admin/journal-accounts",
    "/admin/exports",
    "/admin/audit",
  ];
  await admin.goto("/admin");
  await expect(admin.locator("#books")).toContainText("Refunds payable -$10.80: $1,005.70");
  await expect(admin.getByText("1 job stands still: second looks at closed disputes")).toBeVisible();
  await admin.goto(`/admin/orders/${unpaid}`);
  await expect(admin.getByText("Reason: the card is reported lost")).toBeVisible();
  await admin.goto("/admin/reconciliation");
  await expect(admin.getByText(`At the payment service: ${AT_SERVICE}`)).toBeVisible();
  const raw: string[] = [];
  for (const language of ["English", "Español"]) {
    if (language === "Español") await admin.getByRole("button", { name: language }).first().click();
    for (const path of paths) {
      await admin.goto(path);
      await expect(admin.getByRole("banner").getByRole("navigation").first()).toBeVisible();
      await expect(admin.locator("main h1")).toBeVisible();
      await expect(admin.locator("main [aria-busy=true]")).toHaveCount(0);
      const text = await admin.locator("main").innerText();
      const found = RAW.exec(text.replaceAll(NOT_RAW, ""));
      if (found) raw.push(`${path} in ${language}: ${found[0]}`);
    }
  }
  expect(raw).toEqual([]);
});
