/** What needs an administrator, on every screen of the desk. */
import { claimed } from "../claim-copies.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, signedIn } from "../people.ts";
import { inDatabase } from "../server.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { bodyOf } from "#test/calls.ts";

test("every screen of the desk shows what needs an administrator, and leads to its rows", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
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
