import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "#platform/shared/refusal.ts";
import {
  cardDigits,
  cardRefusals,
  checkCard,
  hasExpired,
  isCurrentExpiry,
  listedSince,
  passesLuhn,
  stuckSince,
  waitAfter,
} from "./rules.ts";

/** What a doubled digit counts for (ISO/IEC 7812-1, annex B), as a table. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/** The check digit for a number without one, by trying what brings the sum to a full ten. */
function checkDigitFor(payload: string): string {
  let sum = 0;
  let doubles = true;
  for (let index = payload.length - 1; index >= 0; index -= 1) {
    const digit = Number(payload[index]);
    sum += doubles ? (doubled[digit] ?? 0) : digit;
    doubles = !doubles;
  }
  return String((10 - (sum % 10)) % 10);
}

const payload = fc.stringMatching(/^\d{11,18}$/);
const cardNumber = payload.map((digits) => digits + checkDigitFor(digits));
const digit = fc.constantFrom(..."0123456789");

describe("a card number", () => {
  test("passes with its check digit and with none of the nine others", () => {
    fc.assert(
      fc.property(payload, digit, (digits, last) => {
        expect(passesLuhn(digits + last)).toBe(last === checkDigitFor(digits));
        expect(passesLuhn(digits + checkDigitFor(digits))).toBe(true);
      }),
    );
  });

  test("with one digit wrong fails", () => {
    fc.assert(
      fc.property(cardNumber, fc.nat(18), digit, (number, place, wrong) => {
        const index = place % number.length;
        fc.pre(number[index] !== wrong);
        expect(passesLuhn(number.slice(0, index) + wrong + number.slice(index + 1))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("with two neighbours swapped fails, but for 09 and 90", () => {
    fc.assert(
      fc.property(cardNumber, fc.nat(17), (number, place) => {
        const index = place % (number.length - 1);
        const [a = "", b = ""] = [number[index], number[index + 1]];
        fc.pre(a !== b);
        const swapped = number.slice(0, index) + b + a + number.slice(index + 2);
        expect(passesLuhn(swapped)).toBe(a + b === "09" || a + b === "90");
      }),
      { numRuns: 500 },
    );
  });

  test.each(["4242424242424242", "4111111111111111", "5555555555554444", "4000000000000002", "378282246310005"])(
    "%s is well formed",
    (number) => {
      expect(passesLuhn(number)).toBe(true);
    },
  );

  test("is 12 to 19 digits and nothing else", () => {
    const zeros = (count: number) => "0".repeat(count);
    expect([11, 12, 19, 20].map((count) => passesLuhn(zeros(count)))).toEqual([false, true, true, false]);
    const wrong = [
      "",
      "4242 4242 4242 4242",
      "424242424242424x",
      "4242424242424242\n",
      "+4242424242424242",
      "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
    ];
    expect(wrong.filter(passesLuhn)).toEqual([]);
  });

  test("is read without its spaces and hyphens", () => {
    const gaps = fc.array(fc.constantFrom("", " ", "-", " - "), { minLength: 19, maxLength: 19 });
    fc.assert(
      fc.property(cardNumber, gaps, (number, between) => {
        const typed = [...number].map((character, index) => character + between[index]).join("");
        expect(cardDigits(typed)).toBe(number);
      }),
    );
  });
});

describe("an expiry date", () => {
  const month = fc.integer({ min: 1, max: 12 });
  const year = fc.integer({ min: 2020, max: 2090 });
  const now = fc.date({ min: new Date("2021-01-01"), max: new Date("2089-12-31"), noInvalidDate: true });
  const two = (n: number) => String(n % 100).padStart(2, "0");

  test("is current until its month is over, in each way that people write it", () => {
    fc.assert(
      fc.property(month, year, now, (m, y, moment) => {
        const [thisYear = 0, thisMonth = 0] = moment.toISOString().split("-").map(Number);
        const current = y > thisYear || (y === thisYear && m >= thisMonth);
        for (const typed of [`${two(m)}/${two(y)}`, `${m}/${two(y)}`, ` ${two(m)} / ${y} `])
          expect(isCurrentExpiry(typed, moment)).toBe(current);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["11/26", "2026-11-30T23:59:59.999Z", true],
    ["11/26", "2026-12-01T00:00:00.000Z", false],
    ["12/26", "2026-12-31T23:59:59.999Z", true],
    ["12/26", "2027-01-01T00:00:00.000Z", false],
    ["02/28", "2028-02-29T23:59:59.999Z", true],
    ["02/2028", "2028-03-01T00:00:00.000Z", false],
  ])("of %s at %s: %s", (typed, moment, current) => {
    expect(isCurrentExpiry(typed, new Date(moment))).toBe(current);
  });

  test("is a month and a year, nothing else", () => {
    const wrong = [
      "",
      "/",
      "13/30",
      "00/30",
      "0/30",
      "12",
      "1230",
      "12/3",
      "12/030",
      "2030/12",
      "12-30",
      "aa/bb",
      "12/30/2030",
      "-1/30",
    ];
    expect(wrong.filter((typed) => isCurrentExpiry(typed, new Date("2026-11-20T12:00:00Z")))).toEqual([]);
  });
});

describe("card details", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const good = { cardNumber: "4242 4242 4242 4242", expiryDate: "12/29", cvv: "123", billingZip: "10001" };
  function refusedAs(card: Partial<typeof good>): string {
    try {
      return `accepted ${checkCard(card, now).number}`;
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }

  test("that are complete and well formed give the bare number", () => {
    const cvv = fc.stringMatching(/^\d{3,4}$/);
    const billingZip = fc.stringMatching(/^\d{5}(-?\d{4})?$/);
    fc.assert(
      fc.property(cardNumber, cvv, billingZip, (number, code, zip) => {
        expect(refusedAs({ ...good, cardNumber: number, cvv: code, billingZip: zip })).toBe(`accepted ${number}`);
      }),
    );
  });

  test("that lack any field are refused for that, before anything else", () => {
    const fields = fc.subarray(Object.keys(good) as (keyof typeof good)[], { minLength: 1 });
    fc.assert(
      fc.property(fields, fc.boolean(), (missing, asBlank) => {
        const card: Partial<typeof good> = { ...good, cardNumber: missing.includes("cvv") ? "1" : good.cardNumber };
        for (const field of missing) {
          if (asBlank) card[field] = "";
          else delete card[field];
        }
        expect(refusedAs(card)).toBe("payments.fields_missing");
      }),
    );
  });

  test("all wrong fields are told at once, in the form's order", () => {
    const wrong = { cardNumber: "4242 4242 4242 4241", expiryDate: "10/26", cvv: "12", billingZip: "ABCDE" };
    const codes = Object.entries(cardRefusals(wrong, now)).map(([field, { code }]) => [field, code]);
    expect(codes).toEqual([
      ["cardNumber", "payments.card_invalid"],
      ["expiryDate", "payments.expiry_invalid"],
      ["cvv", "payments.cvv_invalid"],
      ["billingZip", "payments.zip_invalid"],
    ]);
    expect(cardRefusals(good, now)).toEqual({});
  });

  test.each([
    [{ cardNumber: "4242 4242 4242 4241" }, "payments.card_invalid"],
    [{ expiryDate: "10/26" }, "payments.expiry_invalid"],
    [{ cvv: "12" }, "payments.cvv_invalid"],
    [{ cvv: "12345" }, "payments.cvv_invalid"],
    [{ cvv: "12a" }, "payments.cvv_invalid"],
    [{ billingZip: "1000" }, "payments.zip_invalid"],
    [{ billingZip: "10001-12" }, "payments.zip_invalid"],
    [{ billingZip: "010001" }, "payments.zip_invalid"],
    [{ billingZip: "ABCDE" }, "payments.zip_invalid"],
  ])("with %j are refused as %s", (wrong, code) => {
    expect(refusedAs({ ...good, ...wrong })).toBe(code);
  });
});

test("a saved card has expired once its last month is over", () => {
  const card = { expMonth: 11, expYear: 2026 };
  expect(hasExpired(card, new Date("2026-11-30T23:59:59.999Z"))).toBe(false);
  expect(hasExpired(card, new Date("2026-12-01T00:00:00Z"))).toBe(true);
  expect(hasExpired({ expMonth: 12, expYear: 2026 }, new Date("2027-01-01T00:00:00Z"))).toBe(true);
});

test("a payment is stuck after 15 minutes; a trouble that nobody can mend is listed for 30 days", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  expect(stuckSince(now).toISOString()).toBe("2026-11-30T11:45:00.000Z");
  expect(listedSince(now).toISOString()).toBe("2026-10-31T12:00:00.000Z");
});

test("the gateway is asked at the job's period at first, then after twice as long each time, at most an hour", () => {
  expect([1, 2, 3, 4, 5, 10, 11, 99].map(waitAfter)).toEqual([0, 0, 20, 40, 80, 2560, 3600, 3600]);
});
