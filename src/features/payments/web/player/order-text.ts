/** What screens say of a purchase. */
import { FREE_SHOT_PACKAGE_ID } from "#features/courses/rules.ts";
import { type Language, locales } from "#platform/web/words.ts";
import type { Checkout } from "./checkout.ts";

export type Friend = NonNullable<Checkout["sessionData"]["groupData"]>["friends"][number];

/** A friend by name, otherwise by the place in the group. */
export function nameOf({ name }: Friend, place: string): string {
  return name ?? place;
}

export function isFree({ sessionData }: Checkout): boolean {
  return sessionData.packageId === FREE_SHOT_PACKAGE_ID;
}

/** Minutes of clock that a package's balls give. */
export function minutesOf(checkout: Checkout): number {
  return isFree(checkout) ? 5 : checkout.packageInfo.ballCount * 2;
}

/** `14:30` as `2:30 PM`, or `2:30 p.m.` in Spanish. */
export function teeTimeText(teeTime: string, language: Language): string {
  const [hour = 0, minute = 0] = teeTime.split(":").map(Number);
  const clock = new Intl.DateTimeFormat(locales[language], { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  // A plain space instead of Intl's narrow one.
  return clock.format(Date.UTC(2000, 0, 1, hour, minute)).replaceAll(/\s/g, " ");
}
