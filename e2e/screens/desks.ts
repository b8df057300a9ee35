/** The screens of staff and administrators. */
import type { Page } from "@playwright/test";
import type { SettlementMail } from "#features/reports/settlement-mail-contract.ts";
import { callsOf } from "../people.ts";
import { at, loadingAndFailed, LONG_NAME, pay, proved, shot } from "./reach.ts";
import { everyLook, furtherLooks, inEnglish } from "./looks.ts";
import { rewrite, type Studio } from "./studio.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { bodyOf, given } from "#test/calls.ts";

const every = inEnglish(everyLook);
const further = inEnglish(furtherLooks);

export async function desks({ visitor, take }: Studio, page: Page): Promise<void> {
  const player = await visitor();
  await proved(player, await visitor(), LONG_NAME);
  const { session, order } = await pay(player, 5, { packageId: 4 });
  for (const hole of ["left", "right", "left", "right"] as const) await shot(player, session.id, hole);
  const claims = await bodyOf(callsOf(page).call(claimRoutes.listClaims));
  const mine = claims.filter(({ playerName }) => playerName === LONG_NAME);
  const [paid, verified, rejected] = [given(mine[0]), given(mine[1]), given(mine[2])];
  for (const won of [paid, verified]) await callsOf(page).call(claimRoutes.verifyClaim, { params: { id: won.id } });
  await callsOf(page).call(claimRoutes.rejectClaim, {
    params: { id: rejected.id },
    body: { reason: "The ball missed the green" },
  });
  await callsOf(page).call(claimRoutes.payClaim, {
    params: { id: paid.id },
    body: { method: "handed_over", reference: "Pro shop" },
  });
  await player.context().close();

  await take(page, "Verification", "all", everyLook, at("/admin/prize-verification?status=all"));
  await take(page, "Verification", "pending", everyLook, at("/admin/prize-verification"));
  await take(page, "Verification", "reject dialog", everyLook, async () => {
    await at("/admin/prize-verification")(page);
    await page.locator("[data-open]").first().click();
    await page.locator("[data-action=reject]").first().click();
    await page.locator("dialog[open]").waitFor();
  });
  await take(page, "Verification", "several chosen", every, async () => {
    await at("/admin/prize-verification")(page);
    // A phone has no room for the boxes.
    const all = page.getByLabel("Choose all prizes that may be verified together");
    if (await all.isVisible()) await all.check();
  });
  await take(page, "Payouts", "waiting", everyLook, at("/admin/payouts"));
  for (const status of ["ready", "paid", "forfeited"])
    await take(page, "Payouts", status, further, at(`/admin/payouts?status=${status}`));
  for (const [state, typed] of [
    ["opened", ""],
    ["a player", LONG_NAME],
    ["nothing found", "Nobody of this name"],
  ] as const)
    await take(page, "Desk search", state, state === "opened" ? further : every, async () => {
      await at("/admin")(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill(typed);
      await page
        .getByRole("status")
        .filter({ hasText: /found/ })
        .or(page.getByRole("option").first())
        .first()
        .waitFor();
    });
  await take(page, "Orders desk", "list", every, at("/admin/orders"));
  await take(page, "Order file", "claimed on", every, at(`/admin/orders/${order.id}`));
  await take(page, "Order file", "unknown", further, at(`/admin/orders/${crypto.randomUUID()}`));
  await take(page, "Settlement", "this month", every, at("/admin/settlement"));
  await take(page, "Settlement", "all courses", further, at("/admin/settlement?course=all"));
  const month = new Date().toISOString().slice(0, 7);
  for (const [state, mail] of Object.entries(mailedStates(month)))
    await take(page, "Settlement by mail", state, further, async () => {
      await rewrite(page, /\/settlements\/1\/mail/, (body) => (body.mail = mail));
      await at("/admin/settlement?course=1")(page);
      await page.getByText(/^Goes to office@/).scrollIntoViewIfNeeded();
    });
  await take(page, "Settlement by mail", "its form", further, async () => {
    await at("/admin/settlement?course=1")(page);
    await page.getByRole("button", { name: "Choose who gets it" }).click();
    await page.locator("dialog[open]").waitFor();
  });
  const line = `/admin/settlement/transfers?course=1&month=${month}&line=gross`;
  await take(page, "Settlement", "a line's transfers", every, at(line));
  await take(page, "Journal", "account numbers", every, at("/admin/journal-accounts"));
  await take(page, "Statement", "of the range", further, at("/admin/statements?course=1"));
  await take(page, "Closing a course", "what stands against it", every, at("/admin/courses/1/closing"));
  await take(page, "Adjustments", "none yet", further, at("/admin/adjustments"));
  await take(page, "Settlement", "a month before the course", further, at("/admin/settlement?course=1&month=2001-01"));
  for (const row of [
    ["Verification", "/admin/prize-verification", /\/api\/admin\/prize-claims/],
    ["Payouts", "/admin/payouts", /\/api\/admin\/payout/],
    ["Orders desk", "/admin/orders", /\/api\/admin\//],
    ["Order file", `/admin/orders/${order.id}`, /\/api\/admin\/orders/],
    ["Settlement", "/admin/settlement", /\/api\/admin\/settlements/],
  ] as const)
    await loadingAndFailed(take, page, further, row);
  await take(page, "Verification", "none", further, async () => {
    await page.route(/\/api\/admin\/prize-claims/, (route) => route.fulfill({ json: [] }));
    await at("/admin/prize-verification")(page);
  });
  await take(page, "Orders desk", "none", further, async () => {
    await rewrite(page, /\/api\/admin\/orders/, (body) => (body.orders = []));
    await at("/admin/orders")(page);
  });
}

/** A month's settlement that waits for its day, and one with a letter that the mail server refuses. */
function mailedStates(month: string): Readonly<Record<string, SettlementMail>> {
  const emails = ["office@pinehills.example.com", "the.accountant.with.a.very.long.address@bookkeeping.example.com"];
  const now = new Date().toISOString();
  const recipients = {
    emails,
    language: "en" as const,
    day: 3,
    fromMonth: month,
    changedBy: "Alex Greenkeeper",
    changedAt: now,
  };
  const letters = emails.map((email, index) => ({
    email,
    ...(index === 0 ? ({ state: "sent", sentAt: now } as const) : ({ state: "failed", sentAt: null } as const)),
  }));
  return {
    "waits for its day": { recipients, emptiedAt: null, goesOutFrom: now, sendings: [] },
    "a letter is refused": {
      recipients,
      emptiedAt: null,
      goesOutFrom: null,
      sendings: [
        { id: crypto.randomUUID(), at: now, by: "Alex Greenkeeper", language: "en", letters },
        {
          id: crypto.randomUUID(),
          at: now,
          by: null,
          language: "es",
          letters: [{ email: null, state: "dropped", sentAt: null }],
        },
      ],
    },
  };
}
