/**
 * A reload at every call of a payment: before the call leaves the phone, and when its answer has not come back. However
 * it falls, the golfer is charged once and comes into the game: by the page itself, or by paying once more.
 * `npm run reloads` tries every way to pay; otherwise it is a card whose answers do not come back.
 */
import type { Page } from "@playwright/test";
import { atCheckout, fillCard } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { call, registered } from "./people.ts";

const ways = {
  "a card": (page: Page) => payByCard(page, "4242 4242 4242 4242"),
  "a card whose bank asks": (page: Page) => payByCard(page, "4000 0000 0000 3220"),
  "a card whose gateway is slow": (page: Page) => payByCard(page, "4000 0000 0005 0007"),
  "a wallet": (page: Page) => page.getByText("Apple Pay", { exact: true }).click(),
};

async function payByCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole("button", { name: "Pay & Start Session - $3" }).click();
}

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
    // The old page is told nothing more.
    await page.reload();
  });
  return () => called;
}

/** The golfer pays, and does what the page asks for, until the game is there. */
async function play(page: Page, pay: (page: Page) => Promise<void>): Promise<void> {
  const question = page.getByRole("button", { name: "Approve $3" });
  await expect(async () => {
    if (page.url().includes("/game")) return;
    if (await question.isVisible()) await question.click();
    else if (await page.getByRole("button", { name: "Pay & Start Session - $3" }).isVisible()) await pay(page);
    await expect(page).toHaveURL(/\/game/, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

// A tap that the reload prevents is given up.
test.use({ actionTimeout: 2_000 });
test.describe.configure({ timeout: 180_000 });

const isWhole = process.env["RELOADS"] === "whole";

for (const [name, pay] of Object.entries(ways).slice(0, isWhole ? undefined : 1))
  for (const when of isWhole ? (["before", "after"] as const) : (["after"] as const))
    test(`${name}: a reload ${when} each call of a payment charges once and leads into the game`, async ({ page }) => {
      const { id } = await registered(page);
      await atCheckout(page);
      const chosen = await page.evaluate(() => ({ ...sessionStorage }));
      for (let n = 1, called: string | undefined = ""; called !== undefined; n += 1) {
        await page.evaluate((kept) => Object.assign(sessionStorage, kept), chosen);
        await page.goto("/checkout");
        const calledAt = await reloadAt(page, n, when);
        await play(page, pay);
        called = calledAt();
        await page.unrouteAll({ behavior: "ignoreErrors" });
        const { orders } = (await call(page, "GET", "/api/orders")).body;
        const paid = orders.filter(({ status }: { status: string }) => status !== "expired" && status !== "declined");
        expect(paid, `${when} ${called}`).toHaveLength(n);
        const { sessions } = (await call(page, "GET", `/api/users/${id}/sessions/active`)).body;
        for (const session of sessions) await call(page, "POST", `/api/sessions/${session.id}/complete`);
      }
    });
