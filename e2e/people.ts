/** Helpers for journeys: signed-in people, and calls that skip the screens. */
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { accountRoutes } from "#features/accounts/contract.ts";
import { type Order, orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import type { SendOf } from "#platform/shared/route.ts";
import { bodyOf, type Calls, callsBy, firstOf, given } from "#test/calls.ts";
import { violationsOn, WCAG } from "./axe.ts";
import { codesTo } from "#test/demo.ts";
import { playRoutes, type Claim } from "#features/play/contract.ts";
import type { Hole } from "#features/courses/contract.ts";

/** Calls by contract, with the page's own cookies. */
export function callsOf(page: Page): Calls {
  return callsBy(async (method, path, body, headers = {}) => {
    const sent = { method, headers, ...(body === undefined ? {} : { data: body }) };
    const reply = await page.request.fetch(path, sent);
    const text = await reply.text();
    return { status: reply.status(), body: text === "" ? undefined : JSON.parse(text), headers: reply.headers() };
  });
}

/** The player's orders, newest first. */
export async function ordersOf(page: Page): Promise<Order[]> {
  return (await bodyOf(callsOf(page).call(orderRoutes.listOrders))).orders;
}

/** The player's newest order. */
export async function newestOrder(page: Page): Promise<Order> {
  return firstOf(await ordersOf(page));
}

/**
 * Removes the first answers from pages, so that the app makes the calls and the journey answers in the server's place.
 */
export async function withoutAnswers(page: Page): Promise<void> {
  await page.route(/\/(course|package|app|checkout|game)(\?|$)/, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const body = (await response.text()).replace(/<script type="application\/json" id="answers">.*?<\/script>/s, "");
    return route.fulfill({ response, body });
  });
}

/** Registers a player in a page's browser, past the screens. */
export async function registered(
  page: Page,
  name = "Robin Tester",
): Promise<{ id: string; userId: string; email: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const body = { name, email, phone: "555 010 0100" };
  const { user } = await bodyOf(callsOf(page).call(accountRoutes.register, { body }));
  return { id: user.id, userId: user.userId, email };
}

/** Waits until a page that its server has drawn takes taps. */
export async function live(page: Page): Promise<void> {
  await expect(page.locator("#root")).not.toHaveAttribute("aria-busy");
}

/** Opens the settings on the profile that is shown. */
export async function openSettings(page: Page): Promise<void> {
  const row = page.locator("details", {
    has: page.getByRole("heading", { name: /^(Settings|Ajustes|Configuración)$/ }),
  });
  await row.waitFor();
  if ((await row.getAttribute("open")) === null) await row.locator("summary").click();
}

/** The profile with its settings, for somebody who is signed in. */
export async function atSettings(page: Page): Promise<void> {
  await page.goto("/profile");
  await openSettings(page);
}

const cardOf = (cardNumber: string) => ({
  paymentMethod: "card" as const,
  cardNumber,
  expiryDate: "12/30",
  cvv: "123",
  billingZip: "34119",
});

/** Pays for a package in bay 7 with a card that its bank declines, past the screens. @returns the order */
export async function declined(page: Page, cardNumber: string): Promise<Order> {
  const sessionData = { courseId: 1, packageId: 4, bayNumber: 7 };
  const body = { paymentInfo: cardOf(cardNumber), sessionData, amount: 5 };
  expect((await callsOf(page).call(paymentRoutes.processPayment, { body })).status).toBe(402);
  return newestOrder(page);
}

/**
 * Pays with a test card and starts a session, past the screens.
 * @param groupData friends who play along
 * @param cardNumber another test card
 */
export async function playing(
  page: Page,
  packageId: number,
  price: number,
  groupData?: SendOf<typeof paymentRoutes.processPayment>["body"]["sessionData"]["groupData"],
  cardNumber = "4242424242424242",
): Promise<string> {
  const paymentInfo = cardOf(cardNumber);
  const sessionData = { courseId: 1, packageId, ...(groupData ? { groupData } : { bayNumber: 7 }) };
  const body = { paymentInfo, sessionData, amount: price };
  const { session } = await bodyOf(callsOf(page).call(paymentRoutes.processPayment, { body }), 200);
  if (!session) throw new Error("The payment started no session");
  return session.id;
}

/**
 * Misses of a group, past the screens.
 * @param players who hits, one after the other: `undefined` is the buyer, 0 the first friend
 */
export async function groupMisses(page: Page, mainSessionId: string, players: readonly (number | undefined)[]) {
  for (const friendIndex of players) {
    const body = { mainSessionId, friendIndex, targetHole: "missed" as const, prizeClaim: false };
    expect((await callsOf(page).call(playRoutes.recordGroupShot, { body })).status).toBe(201);
  }
}

/** Claims a hole's prize with one shot, past the screens. */
export async function claimPrize(page: Page, sessionId: string, targetHole: Hole): Promise<Claim> {
  const body = { sessionId, targetHole, prizeClaim: true, prizeAmount: 0 };
  return given((await bodyOf(callsOf(page).call(playRoutes.recordShot, { body }))).claim);
}

/**
 * Gives the page that is shown a device that keeps passkeys and accepts each request. A blank page may lose it.
 * @returns a function that removes the device with its passkeys
 */
export async function passkeyDevice(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await devtools.send("WebAuthn.disable");
    await devtools.detach();
  };
}

/** The newest code mailed to an address, once there are more than `known`. */
export async function mailedCode(page: Page, email: string, known = 0): Promise<string> {
  let codes: string[] = [];
  await expect
    .poll(async () => {
      codes = await codesTo(callsOf(page), email);
      return codes.length;
    })
    .toBeGreaterThan(known);
  return codes[0] ?? "";
}

/** On the sign-in screen that is shown: the address, then the code mailed to it. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  await page.getByLabel("Code").fill(await mailedCode(page, email));
}

/** The sessions of the demo's desk accounts, by server: an account is mailed only a few codes in ten minutes. */
const desks = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>();

/**
 * A blank page in another browser, signed in by a mailed code past the screens: another device of a player, or a member
 * of staff.
 */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  viewport = { width: 1280, height: 800 },
): Promise<Page> {
  const desk = /^(?:admin|staff)@acebay\.test$/.test(email) ? `${url} ${email}` : undefined;
  const kept = desk === undefined ? undefined : desks.get(desk);
  const page = await (
    await browser.newContext({ baseURL: url, viewport, ...(kept && { storageState: kept }) })
  ).newPage();
  if (kept && (await callsOf(page).call(accountRoutes.me)).status === 200) return page;
  const known = (await codesTo(callsOf(page), email)).length;
  const { call: callRoute } = callsOf(page);
  await callRoute(accountRoutes.login, { body: { email } });
  const code = await mailedCode(page, email, known);
  await bodyOf(callRoute(accountRoutes.login, { body: { email, code } }), 200);
  if (desk !== undefined) desks.set(desk, await page.context().storageState());
  return page;
}

/** A toast with this title and description. Both at once, because it is shown for a short time. */
export async function expectToast(page: Page, title: string, description = ""): Promise<void> {
  await expect(page.locator("#toasts")).toContainText(`${title}${description}`);
}

/** How long the next toast with a text is shown, in milliseconds. Call it before the toast appears. */
export function toastLife(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        let since: number | undefined;
        const look = setInterval(() => {
          const shown = document.querySelector("#toasts")?.textContent.includes(wanted);
          if (shown) since ??= performance.now();
          else if (since !== undefined) {
            clearInterval(look);
            done(performance.now() - since);
          }
        }, 20);
      }),
    text,
  );
}

/** No violation of WCAG 2.2 A and AA that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await violationsOn(page, WCAG);
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, why }) => `${html} ${why}`).join(" | ")}`),
  ).toEqual([]);
}
