/** Players' own screens: prizes, profile, claims, orders, receipts; and 403. */
import type { Page } from "@playwright/test";
import { firstOf, given } from "#test/calls.ts";
import { callsOf, openSettings, ordersOf, registered } from "../people.ts";
import {
  at,
  button,
  loadingAndFailed,
  LONG_COURSE,
  LONG_NAME,
  pay,
  proved,
  settled,
  shot,
  waitingAt,
  sendPayment,
} from "./reach.ts";
import { everyLook, furtherLooks } from "./looks.ts";
import { fail, hold, rewrite, type Studio } from "./studio.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";

export async function players(studio: Studio, admin: Page): Promise<void> {
  await newcomer(studio);
  await regular(studio, admin);
}

async function newcomer({ visitor, take }: Studio): Promise<void> {
  const page = await visitor();
  await registered(page, "Nell Newcomer");
  await take(page, "Claims", "none", everyLook, at("/claims"));
  await take(page, "Orders", "none", everyLook, at("/orders"));
  await take(page, "Profile", "newcomer", everyLook, at("/profile"));
  for (const row of [
    ["Claims", "/claims", /\/api\/users\/[^/]+\/claims/],
    ["Orders", "/orders", /\/api\/orders/],
    ["Prizes", "/prizes?course=1&step=2", /\/api\/courses\/1/],
  ] as const)
    await loadingAndFailed(take, page, furtherLooks, row);
  await take(page, "Profile", "parts loading", furtherLooks, async () => {
    await hold(page, /\/api\/(users\/[^/]+\/(claims|sessions)|devices)/);
    await waitingAt("/profile")(page);
  });
  await take(page, "Profile", "parts failed", furtherLooks, async () => {
    await fail(page, /\/api\/(users\/[^/]+\/(claims|sessions)|devices)/);
    await at("/profile")(page);
  });
  await take(page, "403", "staff's screen", everyLook, at("/admin/prize-verification"));
  await take(page, "403", "administrators' screen", furtherLooks, at("/admin/payouts"));
  await take(page, "404", "player", furtherLooks, at("/no-such-page"));
  await take(page, "Prizes", "unknown course", everyLook, at("/prizes?course=99&step=1"));
  await take(page, "Prizes", "empty tabs", everyLook, at("/prizes?course=3&step=3"));
  await take(page, "Prizes", "right hole", furtherLooks, async () => {
    await at("/prizes?course=1&step=2")(page);
    await page.locator("[data-hole=right]").click();
  });
  await page.context().close();
}

async function regular({ visitor, take }: Studio, admin: Page): Promise<void> {
  const page = await visitor();
  await proved(page, await visitor(), LONG_NAME);
  const { session } = await pay(page, 9, { packageId: 6 });
  const claimed: string[] = [];
  for (const hole of ["middle", "left", "right", "left"] as const)
    claimed.push(given((await shot(page, session.id, hole)).claim).id);
  await take(page, "Prizes", "under review", everyLook, at("/prizes?course=1&step=2"));
  await take(page, "Claims", "pending", everyLook, at("/claims"));
  const [middle = "", paid = "", rejected = ""] = claimed;
  for (const won of [middle, paid]) await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id: won } });
  await callsOf(admin).call(claimRoutes.rejectClaim, {
    params: { id: rejected },
    body: {
      reason: "The camera of bay 7 shows the ball come to rest beside the hole, on the fringe of the green.",
    },
  });
  await callsOf(admin).call(claimRoutes.payClaim, {
    params: { id: paid },
    body: { method: "handed_over", reference: "Pro shop" },
  });
  await callsOf(page).call(playRoutes.completeSession, { params: { id: session.id } });
  const gold = async () => {
    await page.goto("/claims");
    await page.locator("dialog.win").waitFor();
    // Nothing closes it in its first second.
    await page.waitForTimeout(1_000);
  };
  await take(page, "Won", "the jackpot", everyLook, gold);
  await take(page, "Won", "what the payout needs", everyLook, async () => {
    await gold();
    await page.locator("dialog.win").evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  });
  await gold();
  await button(page, /^(Done|Listo)$/).click();
  await take(page, "Claims", "pending, verified, rejected, paid", everyLook, at("/claims"));
  await take(page, "Claims", "long names", furtherLooks, async () => {
    await rewrite(page, /\/api\/users\/[^/]+\/claims/, ({ claims }) => {
      for (const claim of claims) {
        claim.courseName = LONG_COURSE;
        if (claim.prizeType === "monetary") claim.prizeAmount = 1_234_567.89;
        else claim.prizeDescription = "A Fitted Wedge from the Gulfside Championship Golf Superstore";
      }
    });
    await at("/claims")(page);
  });
  await take(page, "Profile", "regular, long name", everyLook, at("/profile"));
  const settings = async () => {
    await at("/profile")(page);
    await openSettings(page);
  };
  await take(page, "Profile", "settings", everyLook, settings);
  await take(page, "Profile", "wrong data", everyLook, async () => {
    await settings();
    await page.locator("input[autocomplete=name]").fill(" ");
    await page.locator("input[type=email]").fill("casey");
    await page.locator("form button[type=submit]").first().click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  });
  await take(page, "Profile", "new address waits for its code", everyLook, async () => {
    await settings();
    await page.locator("input[type=email]").fill(`${crypto.randomUUID()}@example.com`);
    await page.locator("form button[type=submit]").first().click();
    await page.locator("input[autocomplete=one-time-code]").waitFor();
  });
  const deleting = async () => {
    await settings();
    await button(page, /^(Delete my account|Eliminar mi cuenta|Borrar mi cuenta)/).click();
    await page.locator("dialog[open]").waitFor();
  };
  await take(page, "Profile", "delete?", everyLook, deleting);
  await take(page, "Profile", "delete, sure?", everyLook, async () => {
    await deleting();
    await page.locator("dialog[open] button").last().click();
    await settled(page);
  });

  // The possible ends of an order.
  await sendPayment(page, 3, { packageId: 5 }, { cardNumber: "4000000000000002" });
  await sendPayment(page, 3, { packageId: 1 }, { start: false });
  const orders = await ordersOf(page);
  const done = firstOf(orders.filter(({ status }) => status === "fulfilled"));
  const waiting = firstOf(orders.filter(({ status }) => status === "paid"));
  await take(page, "Orders", "each status", everyLook, at("/orders"));
  await take(page, "Receipt", "paid", everyLook, at(`/orders/${done.id}/receipt`));
  await callsOf(admin).call(paymentRoutes.refundOrder, {
    params: { id: waiting.id },
    body: { amount: 1, reason: "Rain stopped play" },
  });
  await take(page, "Receipt", "refunded in part", furtherLooks, at(`/orders/${waiting.id}/receipt`));
  await take(page, "Receipt", "long names", furtherLooks, async () => {
    await rewrite(page, /\/api\/orders\/[^/]+\/receipt$/, ({ receipt }) => {
      if (receipt.course) receipt.course.name = LONG_COURSE;
    });
    await at(`/orders/${done.id}/receipt`)(page);
  });
  await take(page, "Receipt", "unknown", furtherLooks, at(`/orders/${crypto.randomUUID()}/receipt`));
  await take(page, "Receipt", "loading", furtherLooks, async () => {
    await hold(page, /\/api\/orders/);
    await waitingAt(`/orders/${done.id}/receipt`)(page);
  });
  await page.context().close();
}
