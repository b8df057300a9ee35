/** What needs an administrator, on every screen of the desk. */
import type { Browser } from "@playwright/test";
import { claimed } from "../claim-copies.ts";
import { CLOSED_CARD, refunded, verified } from "../desk/deeds.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, claimPrize, expectAccessible, newestOrder, playing, registered, signedIn } from "../people.ts";
import { inDatabase } from "../server.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import type { Attention } from "#features/dashboard/contract.ts";
import { bodyOf } from "#test/calls.ts";
import { refundAtSandbox } from "#test/demo.ts";

test("every screen of the desk shows what needs an administrator, and leads to its rows", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  await claimed(page, "Tim Today");
  const id = await claimed(page, "Odile Overdue");
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  const needs = admin.getByRole("button", { name: /^Needs you/ });
  await admin.goto("/admin/courses");
  await expect(admin.getByRole("heading", { name: "Courses" })).toBeVisible();
  await expect(needs).toHaveCount(0);
  await inDatabase(
    server,
    `UPDATE claims SET created_at = created_at - interval '9 days', due_at = due_at - interval '9 days' WHERE id = '${id}'`,
  );
  await expect(needs).toHaveText("Needs you1", { timeout: 15_000 });
  // Beside it all links of the bar are in sight on a laptop.
  await admin.setViewportSize({ width: 1280, height: 800 });
  const menu = admin.getByRole("banner").getByRole("navigation");
  await expect.poll(() => menu.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  await needs.click();
  const list = admin.getByRole("dialog", { name: "Needs you" });
  await expectAccessible(admin);
  await list.getByRole("link", { name: "1 claim is overdue" }).click();
  await expect(list).toBeHidden();
  await expect(admin.getByRole("row", { name: /Odile Overdue/ })).toContainText("Overdue");
  // A claim of today is none of its rows.
  await expect(admin.getByRole("row", { name: /Tim Today/ })).toHaveCount(0);

  // If the last day is before the first, the screen says so, and the days stay as they were chosen.
  const filters = admin.getByRole("button", { name: "Filters", exact: true });
  if (await filters.isVisible()) await filters.click();
  await admin.getByLabel("From", { exact: true }).fill("2026-02-02");
  await admin.getByLabel("To", { exact: true }).fill("2026-02-01");
  await expect(admin.getByText("The last day is before the first")).toBeVisible();
  await expect(admin.getByLabel("From", { exact: true })).toHaveValue("2026-02-02");
  await admin.getByLabel("To", { exact: true }).fill("2026-02-03");
  await expect(admin.getByText("The last day is before the first")).toBeHidden();
  await expect(admin).toHaveURL(/2026-02-02_2026-02-03/);

  // A filter of days hides no waiting claim.
  await admin.goto("/admin?dateFilter=2020-01-01");
  const part = admin.getByRole("region", { name: "Needs you" });
  await expect(part.getByRole("link", { name: "1 claim is overdue" })).toBeVisible();
  const body = await bodyOf(callsOf(admin).call(claimRoutes.countClaims));
  const waiting = body.pending === 1 ? "1 needs verification" : `${body.pending} need verification`;
  await expect(admin.getByRole("region", { name: "Summary" }).getByText(waiting)).toBeVisible();
  await expectAccessible(admin);
  // The entry disappears by itself once somebody has done it.
  await callsOf(admin).call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "Too late" } });
  await expect(part).toBeHidden({ timeout: 5_000 });
  await expect(needs).toHaveCount(0);
});

/** A player of this name who has paid, with a prize that is claimed. @returns ids of the claim and its order */
async function winner(browser: Browser, baseURL: string, name: string) {
  const player = await (await browser.newContext({ baseURL })).newPage();
  const { email } = await registered(player, name);
  const { id: claim } = await claimPrize(player, await playing(player, 4, 5), "left");
  return { player, email, claim, orderId: (await newestOrder(player)).id };
}

test("each thing that needs an administrator leads to a place that shows it", async ({ browser, serverOf }, {
  file,
}) => {
  test.setTimeout(120_000);
  const server = await serverOf(file);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  const won = await winner(browser, server.url, "Wim Won");
  // A mailed code proves the address, for which a payout waits.
  await signedIn(browser, server.url, won.email);
  await verified(admin, won.claim);
  const held = await winner(browser, server.url, "Hal Held");
  await refundAtSandbox(callsOf(held.player), { orderId: held.orderId });
  const disputed = await winner(browser, server.url, "Dee Disputed");
  await callsOf(disputed.player).raw("POST", "/dev/gateway/disputes", { orderId: disputed.orderId });
  await registered(disputed.player, "Rea Refused");
  await playing(disputed.player, 4, 5, undefined, CLOSED_CARD);
  await refunded(admin, (await newestOrder(disputed.player)).id, { reason: "Rain" });
  await inDatabase(
    server,
    `UPDATE job_runs SET ran_at = ran_at - interval '2 days' WHERE name = 'lost-disputes';
     INSERT INTO audit_runs (day, started_at, ended_at, fault_count, faults, warnings)
       VALUES (current_date + 1, now(), now(), 1, '["The books are wrong"]', '[]')`,
  );
  const place = (text: RegExp | string) => admin.getByRole("main").getByText(text).first();
  const row = (name: RegExp) => admin.getByRole("row", { name }).first();
  for (const [line, shown] of [
    ["1 fault in the books", place("The books are wrong")],
    ["1 job stands still: second looks at closed disputes", place(/^The books were audited/)],
    ["1 refund was refused", row(/Rea Refused/)],
    ["1 open dispute", row(/Dee Disputed/)],
    ["1 payment in trouble", place("1 order with claims, refunded at the payment service")],
    ["1 prize is ready to be paid", row(/Wim Won/)],
  ] as const)
    await test.step(line, async () => {
      await admin.goto("/admin/courses");
      await admin.getByRole("button", { name: /^Needs you/ }).click();
      await admin
        .getByRole("dialog", { name: "Needs you" })
        .getByRole("link", { name: line })
        .click({ timeout: 20_000 });
      await expect(shown).toBeInViewport();
    });
  // Other rows are not shown where the list has a filter.
  await expect(row(/Dee Disputed/)).toHaveCount(0);

  // Letters fail after hours of tries, so the answer says so here.
  await admin.route("**/api/admin/attention", async (route) => {
    const answer = (await (await route.fetch()).json()) as Attention;
    const unsentSettlement = { courseId: 1, month: "2026-01", count: 2 };
    await route.fulfill({ json: { ...answer, unsentSettlement, settlementsToNobody: [2] } });
  });
  await admin.goto("/admin/courses");
  await admin.getByRole("button", { name: /^Needs you/ }).click();
  const list = admin.getByRole("dialog", { name: "Needs you" });
  await expect(list.getByRole("link", { name: "1 course has nobody left who gets its settlements" })).toHaveAttribute(
    "href",
    "/admin/settlement?course=2",
  );
  await list.getByRole("link", { name: "2 letters with settlements were not sent" }).click();
  await expect(admin).toHaveURL(/settlement\?course=1&month=2026-01$/);
  await admin.unrouteAll({ behavior: "wait" });
});
