/** The golfer's selections. The tab keeps them through reload and Back, until they are paid or the golfer signs out. */
import * as z from "zod/mini";
import { purchaseContexts } from "../contract.ts";
import { packageTypes, type BallPackage, type Course } from "#features/courses/contract.ts";
import { FREE_SHOT_PACKAGE_ID, LEAST_PRICE_CENTS, priceAt } from "#features/courses/rules.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import { spanish } from "#platform/shared/wire.ts";
import { kept } from "#platform/web/storage.ts";
import { createStore, useStore } from "#platform/web/store.ts";

const slot = z.object({ userId: z.string(), name: z.string(), bayNumber: z.optional(z.int()), ballCount: z.int() });
export type Slot = z.output<typeof slot>;

const selections = z.object({
  courseId: z.optional(z.int()),
  packageType: z.enum(packageTypes),
  sessionType: z.enum(["individual", "group"]),
  packageId: z.optional(z.int()),
  bayNumber: z.optional(z.int()),
  /** The course in one of whose bays the golfer stands: a bay's code was scanned there. */
  standsAt: z.optional(z.int()),
  teeTime: z.string(),
  /** The player's own share of a group's balls. */
  ownBalls: z.int(),
  friends: z.array(slot),
});
export type Selections = z.output<typeof selections>;

const player = z.object({ bayNumber: z.int(), ballCount: z.int() });
/** The data that checkout reads (spec, section 3). */
export const checkoutData = z.object({
  sessionData: z.object({
    courseId: z.int(),
    packageId: z.int(),
    bayNumber: z.int(),
    teeTime: z.optional(z.string()),
    purchaseContext: z.enum(purchaseContexts),
    groupData: z.optional(
      z.object({
        mainPlayer: player,
        friends: z.array(z.extend(player, { userId: z.optional(z.string()), name: z.optional(z.string()) })),
      }),
    ),
  }),
  /** `price` in dollars, with the course's factor: the amount that is charged. */
  packageInfo: z.object({
    name: z.string(),
    nameEs: spanish,
    price: z.number(),
    ballCount: z.int(),
    description: z.string(),
    descriptionEs: spanish,
  }),
});
export type CheckoutData = z.output<typeof checkoutData>;

const navState = z.object({
  currentStep: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  scrollPositions: z.record(z.string(), z.number()),
});

/** What was bought last on this device, by the player who is signed in. */
const lastPlay = z.object({ courseId: z.int(), packageId: z.int(), packageType: z.enum(packageTypes) });

const keeps = {
  lastPlay: kept("local", "lastPlay", lastPlay),
  selections: kept("session", "bookingSelections", selections),
  checkoutData: kept("session", "checkoutData", checkoutData),
  navState: kept("local", "mainAppNavState", navState),
};

export const emptySlot: Slot = { userId: "", name: "", bayNumber: undefined, ballCount: 0 };
const nothing: Selections = {
  packageType: "jackpot",
  sessionType: "individual",
  teeTime: "",
  ownBalls: 0,
  friends: [],
};
const freshNav: z.output<typeof navState> = { currentStep: 1, scrollPositions: {} };

const chosen = createStore(keeps.selections.read() ?? nothing);
const checkout = createStore(keeps.checkoutData.read());

export function useSelections(): [Selections, (change: Partial<Selections>) => void] {
  return [useStore(chosen), choose];
}

function choose(change: Partial<Selections>): void {
  const next = { ...chosen.get(), ...change };
  keeps.selections.write(next);
  chosen.set(next);
}

export function useCheckoutData(): CheckoutData | undefined {
  return useStore(checkout);
}

/** Saves (or, with undefined, deletes) the data of step 3 and `/checkout`. */
export function saveCheckoutData(data: CheckoutData | undefined): void {
  if (data) keeps.checkoutData.write(data);
  else keeps.checkoutData.clear();
  checkout.set(data);
}

/** Takes over the server's price (dollars) when it differs from the one shown. */
export function changeCheckoutPrice(price: number): void {
  const data = checkout.get();
  if (data) saveCheckoutData({ ...data, packageInfo: { ...data.packageInfo, price } });
}

/** Clears the selections after a session was started or paid for. The course stays chosen. */
export function finishBooking(): void {
  const { courseId, packageId, packageType, sessionType } = chosen.get();
  if (courseId !== undefined && packageId !== undefined && sessionType === "individual" && !isFreeShot(packageId))
    keeps.lastPlay.write({ courseId, packageId, packageType });
  saveCheckoutData(undefined);
  choose({ ...nothing, ...(courseId === undefined ? {} : { courseId }), packageId: undefined, bayNumber: undefined });
  keeps.navState.clear();
}

/** The package that this player bought last at a course, on this device. */
export function lastPackageAt(courseId: number): Pick<Selections, "packageId" | "packageType"> | undefined {
  const last = keeps.lastPlay.read();
  return last?.courseId === courseId ? { packageId: last.packageId, packageType: last.packageType } : undefined;
}

/** Deletes everything, because another player may come. */
export function forgetBooking(): void {
  keeps.selections.clear();
  chosen.set(nothing);
  keeps.lastPlay.clear();
  keeps.navState.clear();
  saveCheckoutData(undefined);
}

export const nav = {
  read: () => keeps.navState.read() ?? freshNav,
  step(currentStep: 1 | 2 | 3) {
    keeps.navState.write({ ...nav.read(), currentStep });
  },
  scrolled(step: number, y: number) {
    const state = nav.read();
    keeps.navState.write({ ...state, scrollPositions: { ...state.scrollPositions, [step]: y } });
  },
};

/** A package's price at a course, in dollars. */
export function priceOf(offer: Pick<BallPackage, "price">, course: Pick<Course, "priceFactor">): number {
  return toDollars(priceAt(toCents(offer.price), Math.round(course.priceFactor * 10_000)));
}

/** What checkout shows of a package. */
export function packageInfoOf(offer: BallPackage, course: Course): CheckoutData["packageInfo"] {
  const { name, nameEs, ballCount, description, descriptionEs } = offer;
  return { name, nameEs, price: priceOf(offer, course), ballCount, description, descriptionEs };
}

/** Whether a package is sold at a course: not if it would cost less than the least payment. */
export function isSold(offer: Pick<BallPackage, "price">, course: Pick<Course, "priceFactor">): boolean {
  return toCents(priceOf(offer, course)) >= LEAST_PRICE_CENTS;
}

export function isFreeShot(packageId: number | undefined): boolean {
  return packageId === FREE_SHOT_PACKAGE_ID;
}
