import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { needsTaxForm, TAX_FORM_ABOVE_CENTS, taxYear, taxYearOf, thresholdOf, waitsFor } from "./rules.ts";

const zone = fc.constantFrom("America/New_York", "Pacific/Honolulu", "Pacific/Apia", "Asia/Kolkata", "UTC");
const year = fc.integer({ min: 2000, max: 2100 });
const cents = fc.oneof(fc.nat(200_000), fc.constantFrom(0, 1, 59_999, 60_000, 60_001));
const thresholds = fc.uniqueArray(fc.record({ year, aboveCents: cents }), {
  selector: (set) => set.year,
  maxLength: 8,
});

describe("a tax year", () => {
  test("holds exactly the instants that the zone's calendar puts in it", () => {
    const moment = fc.date({ min: new Date("2000-01-02"), max: new Date("2100-12-30"), noInvalidDate: true });
    fc.assert(
      fc.property(moment, zone, (instant, timeZone) => {
        const found = taxYearOf(instant, timeZone);
        const calendar = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric" }).format(instant);
        expect(found.year).toBe(Number(calendar));
        expect(found.from <= instant && instant < found.to).toBe(true);
      }),
    );
  });

  test("ends where the next begins", () => {
    fc.assert(
      fc.property(year, zone, (of, timeZone) => {
        expect(taxYear(of, timeZone).to).toEqual(taxYear(of + 1, timeZone).from);
        expect(taxYearOf(taxYear(of, timeZone).from, timeZone).year).toBe(of);
        expect(taxYearOf(new Date(taxYear(of, timeZone).from.getTime() - 1), timeZone).year).toBe(of - 1);
      }),
    );
  });

  test("begins at midnight in New York", () => {
    expect(taxYear(2027, "America/New_York").from.toISOString()).toBe("2027-01-01T05:00:00.000Z");
  });
});

describe("the threshold", () => {
  test("of a year is that of the latest year at or before it, in whatever order they stand", () => {
    fc.assert(
      fc.property(thresholds, year, (set, of) => {
        const inForce = set.toSorted((one, two) => one.year - two.year).findLast((one) => one.year <= of);
        expect(thresholdOf(of, set)).toBe(inForce?.aboveCents ?? TAX_FORM_ABOVE_CENTS);
      }),
    );
  });

  test("set for a later year changes no earlier one", () => {
    fc.assert(
      fc.property(thresholds, year, cents, (set, of, aboveCents) => {
        const later = set.filter((one) => one.year <= of);
        expect(thresholdOf(of, [...later, { year: of + 1, aboveCents }])).toBe(thresholdOf(of, later));
      }),
    );
  });
});

describe("a tax form", () => {
  test("is needed when the sum of the year is above the threshold, to the cent, and never for what is worth nothing", () => {
    fc.assert(
      fc.property(cents, cents, cents, (amount, paidInYearCents, aboveCents) => {
        expect(needsTaxForm({ cents: amount, paidInYearCents, aboveCents })).toBe(
          amount > 0 && amount + paidInYearCents > aboveCents,
        );
      }),
    );
    expect(needsTaxForm({ cents: 20_000, paidInYearCents: 40_000, aboveCents: 60_000 })).toBe(false);
    expect(needsTaxForm({ cents: 20_001, paidInYearCents: 40_000, aboveCents: 60_000 })).toBe(true);
  });

  test("once needed stays needed when more was paid, the amount is larger or the threshold lower", () => {
    fc.assert(
      fc.property(cents, cents, cents, fc.nat(1000), (amount, paidInYearCents, aboveCents, more) => {
        if (!needsTaxForm({ cents: amount, paidInYearCents, aboveCents })) return;
        expect(needsTaxForm({ cents: amount + more, paidInYearCents, aboveCents })).toBe(true);
        expect(needsTaxForm({ cents: amount, paidInYearCents: paidInYearCents + more, aboveCents })).toBe(true);
        expect(needsTaxForm({ cents: amount, paidInYearCents, aboveCents: aboveCents - more })).toBe(true);
      }),
    );
  });

  test("that was received is waited for no more, whatever the sums", () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.boolean(),
        cents,
        (prizeAmountCents, paidInYearCents, taxFormAboveCents, received, statedValueCents) => {
          const waits = waitsFor({
            prizeType: "monetary",
            prizeAmountCents,
            statedValueCents,
            freeShot: false,
            addressProved: true,
            ageConfirmed: true,
            taxFormReceived: received,
            teeTimeConfirmed: false,
            paidInYearCents,
            taxFormAboveCents,
          });
          const worth = prizeAmountCents + statedValueCents;
          const needed = needsTaxForm({ cents: worth, paidInYearCents, aboveCents: taxFormAboveCents });
          expect(waits).toEqual(needed && !received ? ["tax_form"] : []);
        },
      ),
    );
  });
});
