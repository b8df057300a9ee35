/** Changes by administrators while golfers play: prices, shares, the tax and the base, from the next order or reseed on. */
import { priceAt } from "./money.ts";
import { atOnce, type Course, courseOf, dollars, packOf, type Play, refusal } from "./world.ts";

/** The gateway's smallest price, in cents. */
const LEAST_PRICE = 50;

function isTooCheap(price: number, factorBp: number): boolean {
  return priceAt(price, factorBp) < LEAST_PRICE;
}

export type Terms = Pick<Course, "priceFactorBp" | "jackpotShareBp" | "rangeShareBp" | "taxRateMilli" | "base">;

export function changeCourse(id: number, terms: Terms): Play {
  return atOnce((world) => {
    const course = courseOf(world, id);
    if (!course) return refusal(404, "manage.not_found");
    const wrong = [
      ...(terms.jackpotShareBp + terms.rangeShareBp > 10_000 ? ["manage.shares_too_high"] : []),
      ...(world.packs.some(({ price }) => isTooCheap(price, terms.priceFactorBp)) ? ["manage.price_too_low"] : []),
    ];
    if (wrong.length > 0) return refusal(409, ...wrong);
    Object.assign(course, terms);
    const shown = {
      priceFactor: terms.priceFactorBp / 10_000,
      baseJackpot: dollars(terms.base),
      taxRate: terms.taxRateMilli / 1000,
    };
    return { status: 200, body: { course: shown } };
  });
}

export function changePrice(id: number, price: number): Play {
  return atOnce((world) => {
    const pack = packOf(world, id);
    if (!pack) return refusal(404, "manage.not_found");
    if (price < LEAST_PRICE) return refusal(400, "request.invalid");
    if (world.courses.some(({ priceFactorBp }) => isTooCheap(price, priceFactorBp)))
      return refusal(409, "manage.price_too_low");
    pack.price = price;
    return { status: 200, body: { package: { price: dollars(price) } } };
  });
}
