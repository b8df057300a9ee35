/** No package may cost less at a course than the gateway's minimum. Checked when a package or a course is changed. */
import type { Db } from "#platform/server/db/database.ts";
import { formatCents } from "#platform/shared/money.ts";
import { refuseManage } from "../manage-contract.ts";
import { isTooCheap, LEAST_PRICE_CENTS, priceAt } from "../rules.ts";
import * as store from "./manage-store.ts";
import type { CourseRow, PackageRow } from "./store.ts";

type Course = Pick<CourseRow, "name" | "active" | "priceFactorBp">;
type Offer = Pick<PackageRow, "name" | "active" | "priceCents">;

/** @throws manage.price_too_low when a package on sale would cost too little at a course as it is to be */
export async function checkOffersAt(tx: Db, course: Course): Promise<void> {
  if (course.active) for (const offer of await store.lockOffers(tx)) check(course, offer);
}

/** @throws manage.price_too_low when a package as it is to be would cost too little at an open course */
export async function checkCoursesOf(tx: Db, offer: Offer): Promise<void> {
  if (offer.active) for (const course of await store.lockOpenCourses(tx)) check(course, offer);
}

function check({ name: at, priceFactorBp }: Course, { name, priceCents }: Offer): void {
  if (!isTooCheap(priceCents, priceFactorBp)) return;
  const price = formatCents(priceAt(priceCents, priceFactorBp));
  throw refuseManage("manage.price_too_low", {
    message: `${name} (${formatCents(priceCents)}) would cost ${price} at ${at} (factor ${priceFactorBp / 10_000}). The payment service takes no less than ${formatCents(LEAST_PRICE_CENTS)}.`,
  });
}
