/** What administrators change while golfers play: prices, shares and the base of the pot, from the next order or reseed on. */
import { atOnce, type Course, courseOf, dollars, packOf, type Play, refusal } from "./world.ts";

export type Terms = Pick<Course, "priceFactorBp" | "jackpotShareBp" | "rangeShareBp" | "base">;

export function changeCourse(id: number, terms: Terms): Play {
  return atOnce((world) => {
    const course = courseOf(world, id);
    if (!course) return refusal(404, "manage.not_found");
    if (terms.jackpotShareBp + terms.rangeShareBp > 10_000) return refusal(409, "manage.shares_too_high");
    Object.assign(course, terms);
    const shown = { priceFactor: terms.priceFactorBp / 10_000, baseJackpot: dollars(terms.base) };
    return { status: 200, body: { course: shown } };
  });
}

export function changePrice(id: number, price: number): Play {
  return atOnce((world) => {
    const pack = packOf(world, id);
    if (!pack) return refusal(404, "manage.not_found");
    pack.price = price;
    return { status: 200, body: { package: { price: dollars(price) } } };
  });
}
