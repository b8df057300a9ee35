/** Two administrators who decide the same payout at once: the second one is told, and does nothing twice. */
import type { Browser, Page } from "@playwright/test";
import { claimRoutes } from "#features/claims/contract.ts";
import { claimed } from "./claim-copies.ts";
import { expect } from "./fixtures.ts";
import { callsOf, expectAccessible, expectToast, signedIn } from "./people.ts";
import { inDatabase, type RunningServer } from "./server.ts";

/** What two may do with a payout. */
export const steps = {
  forfeit: {
    press: "Forfeit",
    sent: "Failed to forfeit the prize",
    became: /was forfeited .*: Under 18 · by Alex Greenkeeper\./,
    list: "Forfeited",
  },
  "mark as paid": {
    press: "Hand over",
    sent: "Failed to mark as paid",
    became: /was paid .*: Handed over, 1042 · by Alex Greenkeeper\. Do not pay it again\./,
    list: "Paid",
  },
} as const;

/** @param hears whether the second one learns it while the dialog is open; otherwise the call is refused */
export async function decideTwice(
  { page, browser, server }: { page: Page; browser: Browser; server: RunningServer },
  step: keyof typeof steps,
  hears: boolean,
): Promise<void> {
  const { press, sent, became, list } = steps[step];
  const isPaid = press === "Hand over";
  const name = `Pia ${isPaid ? "Paid" : "Lost"} ${hears ? "Heard" : "Refused"}`;
  const id = await claimed(page, name);
  const one = await signedIn(browser, server.url, "admin@acebay.test");
  const two = await signedIn(browser, server.url, "admin@acebay.test");
  await callsOf(one).call(claimRoutes.verifyClaim, { params: { id } });
  if (isPaid) {
    await inDatabase(server, `UPDATE users SET email_proved_at = created_at WHERE name = '${name}'`);
    await callsOf(one).call(claimRoutes.confirmForPayout, { params: { id }, body: { confirmed: "age_18" } });
  }
  const payoutOn = (admin: typeof one) => admin.getByRole("row", { name: new RegExp(`^${name}`) });
  for (const admin of [one, two]) {
    await admin.goto(`/admin/payouts${isPaid ? "?status=ready" : ""}`);
    await admin.getByRole("button", { name: `${press} ${name}` }).click();
    const dialog = admin.getByRole("dialog");
    if (isPaid) await dialog.getByLabel("Reference").fill(admin === one ? "1042" : "1043");
    else await dialog.getByRole("textbox", { name: "Reason" }).fill("Under 18");
  }
  const act = (admin: typeof one) =>
    admin
      .getByRole("dialog")
      .getByRole("button", { name: isPaid ? "It is handed over" : /^Forfeit/ })
      .click();
  await act(one);
  await expect(one.getByRole("dialog")).toBeHidden();
  await expect(one.getByRole("alert").filter({ hasText: "was faster" })).toHaveCount(0);
  if (!hears) {
    await act(two);
    await expectToast(two, sent, "This prize is not due any more: it was paid or forfeited");
  }
  // A dialog with typed text does not disappear without a message.
  const told = two.getByRole("alert").filter({ hasText: `Another administrator was faster: ${name}` });
  await expect(told).toContainText(became, { timeout: 20_000 });
  await expect(two.getByRole("dialog")).toBeHidden();
  await expect(payoutOn(two)).toHaveCount(0);
  await expectAccessible(two);
  await told.getByRole("button", { name: "OK" }).click();
  await expect(told).toHaveCount(0);
  await two.getByRole("radio", { name: list }).check({ force: true });
  await expect(payoutOn(two)).toContainText("by Alex Greenkeeper");
}
