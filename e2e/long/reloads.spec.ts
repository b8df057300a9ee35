/**
 * A reload at every call of a payment: before the call leaves the phone, and when its answer has not come back. In each
 * case the golfer is charged once and gets into the game: by the page itself, or by paying once more. `npm run reloads`
 * tries every way to pay; otherwise it is a card whose answers do not come back.
 */
import type { Page } from "@playwright/test";
import { atCheckout, atPayingAhead, payByCard } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, ordersOf, registered } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

interface Way {
  /** Leads to the screen with the button that pays. */
  begin: (page: Page) => Promise<void>;
  button: string;
  /** @param tries how often the golfer has paid since the screen was opened */
  pay: (page: Page, tries: number) => Promise<void>;
}

const atOnce = { begin: atCheckout, button: "Pay & Start Session - $3" };
const ways: Readonly<Record<string, Way>> = {
  "a card": { ...atOnce, pay: (page) => payByCard(page, "4242 4242 4242 4242") },
  "a card whose bank asks": { ...atOnce, pay: (page) => payByCard(page, "4000 0000 0000 3220") },
  "a card whose gateway is slow": { ...atOnce, pay: (page) => payByCard(page, "4000 0000 0005 0007") },
  "a card that is declined, and then another": {
    ...atOnce,
    pay: (page, tries) => payByCard(page, tries === 0 ? "4000 0000 0000 9995" : "4242 4242 4242 4242"),
  },
  "Apple Pay": { ...atOnce, pay: (page) => page.getByText("Apple Pay", { exact: true }).click() },
  PayPal: { ...atOnce, pay: (page) => page.getByText("PayPal", { exact: true }).click() },
  "a card, ahead of the start": {
    begin: atPayingAhead,
    button: "Pay $3",
    pay: (page) => payByCard(page, "4242 4242 4242 4242", "Pay $3"),
  },
};

/**
 * Reloads the page at its n-th call from now.
 * @returns tells which call it was; undefined if there were not so many
 */
async function reloadAt(page: Page, n: number, when: "before" | "after"): Promise<() => string | undefined> {
  let calls = 0;
  let called: string | undefined;
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    if (called !== undefined || request.url().endsWith("/events")) return route.fallback();
    calls += 1;
    if (calls !== n) return route.fallback();
    called = `${request.method()} ${request.url()}`;
    if (when === "after") await route.fetch({ timeout: 20_000 });
    // The old page gets no more answers.
    await page.reload();
  });
  return () => called;
}

/** The golfer pays, and does what the page asks for, until the game is there. */
async function play(page: Page, { pay, button }: Way): Promise<void> {
  const question = page.getByRole("button", { name: "Approve $3" });
  const start = page.getByRole("button", { name: "Start Your Session" });
  let tries = 0;
  await expect(async () => {
    if (page.url().includes("/game")) return;
    if (await question.isVisible()) await question.click();
    else if (await start.isVisible()) await start.click();
    else if (await page.getByRole("button", { name: button, exact: true }).isVisible()) {
      await pay(page, tries);
      tries += 1;
    }
    await expect(page).toHaveURL(/\/game/, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

// A tap that the reload prevents is given up.
test.use({ actionTimeout: 2_000 });
test.describe.configure({ timeout: 180_000 });

const isWhole = process.env["RELOADS"] === "whole";

for (const [name, way] of Object.entries(ways).slice(0, isWhole ? undefined : 1))
  for (const when of isWhole ? (["before", "after"] as const) : (["after"] as const))
    test(`${name}: a reload ${when} each call of a payment charges once and leads into the game`, async ({ page }) => {
      const { id } = await registered(page);
      await way.begin(page);
      const at = page.url();
      const chosen = await page.evaluate(() => ({ ...sessionStorage }));
      for (let n = 1, called: string | undefined = ""; called !== undefined; n += 1) {
        await page.evaluate((kept) => Object.assign(sessionStorage, kept), chosen);
        await page.goto(at);
        const calledAt = await reloadAt(page, n, when);
        await play(page, way);
        called = calledAt();
        await page.unrouteAll({ behavior: "ignoreErrors" });
        const orders = await ordersOf(page);
        const paid = orders.filter(({ status }) => status !== "expired" && status !== "declined");
        expect(paid, `${when} ${called}`).toHaveLength(n);
        const { sessions } = await bodyOf(callsOf(page).call(playRoutes.listActiveSessions, { params: { id } }));
        for (const session of sessions)
          await callsOf(page).call(playRoutes.completeSession, { params: { id: session.id } });
        // Else the sixth declined card within ten minutes would be refused.
        await page.request.post("/dev/clock", { data: { advanceSeconds: 660 }, timeout: 20_000 });
      }
    });
