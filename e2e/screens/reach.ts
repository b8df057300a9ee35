/** How scenes reach their states without using the screens: by calls, by the device's storage, by addresses. */
import type { Page } from "@playwright/test";
import { callsOf, mailedCode, registered } from "../people.ts";
import { type Look } from "./looks.ts";
import { fail, hold, type Open, rewrite, type Studio } from "./studio.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { freeShotInSpanish } from "#features/courses/spanish-rules.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes, type Target } from "#features/play/contract.ts";
import { bodyOf, given } from "#test/calls.ts";
import { type SendOf } from "#platform/shared/route.ts";

export const LONG_NAME = "Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley-Marjoribanks";
export const LONG_COURSE = "The Honourable Company of Okeechobee County Golfers’ Championship Driving Range & Academy";

/** Waits until nothing more will load on the screen. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main").first().waitFor();
  await page.waitForFunction(
    () => !document.querySelector("main [role=status] .animate-shimmer, main .animate-shimmer"),
  );
}

/** A screen that needs only an address. */
export function at(path: string): Open {
  return async (page) => {
    await page.goto(path);
    await settled(page);
  };
}

/** A screen that stays loading, because its calls are held back. */
export function waitingAt(path: string): Open {
  return async (page) => {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await page.locator("main").first().waitFor();
    await page.waitForTimeout(300);
  };
}

/** A screen while its calls are held back, and after they have failed. */
export async function loadingAndFailed(
  take: Studio["take"],
  page: Page,
  looks: readonly Look[],
  [screen, path, calls]: readonly [screen: string, path: string, calls: RegExp],
): Promise<void> {
  await take(page, screen, "loading", looks, async () => {
    await hold(page, calls);
    await waitingAt(path)(page);
  });
  await take(page, screen, "failed", looks, async () => {
    await fail(page, calls);
    await at(path)(page);
  });
}

/** A button by its name in either language. */
export const button = (page: Page, name: RegExp) => page.getByRole("button", { name }).first();

/** Waits for a toast. It ends by itself, unless the pointer is on it, which is impossible over an open sheet. */
export async function toast(page: Page): Promise<void> {
  const said = page.locator("#toasts p").first();
  await said.waitFor();
  await said.hover({ timeout: 500 }).catch(() => undefined);
}

/** Unfolds the card among the ways to pay: on the page, or in the sheet that is open. */
export async function unfoldCard(page: Page): Promise<void> {
  const card = page.getByRole("radio", { name: /^(Card|Tarjeta)/ });
  await card.waitFor();
  await card.check();
  await page.locator("input[autocomplete=cc-number]").waitFor();
}

/** Unfolds it, fills it in and pays. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await unfoldCard(page);
  await page.locator("input[autocomplete=cc-number]").fill(number);
  await page.locator("input[autocomplete=cc-exp]").fill("12/30");
  await page.locator("input[autocomplete=cc-csc]").fill("123");
  await page.locator("input[autocomplete*=postal-code]").fill("34119");
  await page.locator("button[form=payment]").click();
}

/** Sets the golfer's choices in the form that the booking steps store. */
export async function choose(page: Page, selections: object): Promise<void> {
  const all = {
    courseId: 1,
    packageType: "jackpot",
    sessionType: "individual",
    packageId: 5,
    bayNumber: 12,
    teeTime: "",
    ownBalls: 0,
    friends: [],
    purchaseContext: "initial",
    ...selections,
  };
  await keepInTab(page, "bookingSelections", all);
}

export const jackpotFive = {
  sessionData: { courseId: 1, packageId: 5, bayNumber: 12, purchaseContext: "initial" },
  packageInfo: {
    name: "Jackpot Five",
    nameEs: "Cinco al premio mayor",
    price: 3,
    ballCount: 5,
    description: "5 balls at all three holes, the jackpot among them",
  },
};
export const freeShot = {
  sessionData: { courseId: 1, packageId: -1, bayNumber: 12, teeTime: "14:30", purchaseContext: "initial" },
  packageInfo: {
    name: "FREE TEE TIME SHOT",
    nameEs: freeShotInSpanish.nameEs,
    price: 0,
    ballCount: 1,
    description: "Complimentary tee time shot",
  },
};

export async function keepInTab(page: Page, name: string, value: object): Promise<void> {
  await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [name, JSON.stringify(value)] as const);
}

export async function keepOnDevice(page: Page, name: string, value: string): Promise<void> {
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [name, JSON.stringify(value)] as const);
}

/** Registers a player in another browser and signs the page in by the mailed code, so that a prize can be paid. */
export async function proved(page: Page, elsewhere: Page, name: string): Promise<{ id: string; email: string }> {
  const { id, email } = await registered(elsewhere, name);
  await callsOf(page).call(accountRoutes.login, { body: { email } });
  await callsOf(page).call(accountRoutes.login, { body: { email, code: await mailedCode(page, email) } });
  return { id, email };
}

const testCard = {
  paymentMethod: "card" as const,
  cardNumber: "4242424242424242",
  expiryDate: "12/30",
  cvv: "123",
  billingZip: "34119",
};

type Purchase = SendOf<typeof paymentRoutes.processPayment>["body"];
type Choice = Partial<Purchase["sessionData"]> & { packageId: number };

/** Sends a payment by card, without the screens. */
export const sendPayment = (
  page: Page,
  amount: number,
  choice: Choice,
  { cardNumber = testCard.cardNumber, start }: { cardNumber?: string; start?: boolean } = {},
) =>
  callsOf(page).call(paymentRoutes.processPayment, {
    body: {
      paymentInfo: { ...testCard, cardNumber },
      sessionData: { courseId: 1, bayNumber: 7, ...choice },
      amount,
      ...(start === undefined ? {} : { start }),
    },
  });

/** Pays by card and starts the session, without the screens. */
export async function pay(page: Page, amount: number, choice: Choice) {
  const { session, order } = await bodyOf(sendPayment(page, amount, choice), 200);
  return { session: given(session), order };
}

/** Records a shot, with a claim when it hits. */
export const shot = (page: Page, sessionId: string, targetHole: Target = "missed") =>
  bodyOf(
    callsOf(page).call(playRoutes.recordShot, {
      body: {
        sessionId,
        targetHole,
        prizeClaim: targetHole !== "missed",
        prizeAmount: 0,
        shotId: crypto.randomUUID(),
      },
    }),
  );

/** Gives the first course long texts everywhere. */
export const longNames = (page: Page) =>
  rewrite(page, /\/api\/courses$/, ({ courses }) => {
    courses[0].name = LONG_COURSE;
    courses[0].address = `${LONG_COURSE}, 10400 Old Okeechobee Waterway Boulevard, Fort Lauderdale, FL 33467-1234`;
    courses[0].jackpotAmount = 1_234_567.89;
    courses[0].jackpotUnderReview = 987_654.32;
  });
