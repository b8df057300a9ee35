import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  deletedEmail,
  deviceLabel,
  displayName,
  formatPlayerId,
  hasWorked,
  isFreshProof,
  isWorthNoting,
  needsPasskey,
  parsePlayerId,
  playerIdFrom,
  searchedWords,
  sessionEnd,
} from "./rules.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const playerId = fc.array(fc.nat(31), { minLength: 9, maxLength: 9 }).map(playerIdFrom);
const position = fc.nat(9);

const replaced = (id: string, at: number, character: string) => id.slice(0, at) + character + id.slice(at + 1);
/** 0 and Z weigh the same (31 is 0 modulo 31): the one pair that the check character cannot tell apart. */
const isBlindPair = (a: string, b: string) => `${a}${b}` === "0Z" || `${a}${b}` === "Z0";

describe("a player ID", () => {
  test("has ten characters of Crockford's alphabet, and reads as itself", () => {
    fc.assert(
      fc.property(playerId, (id) => {
        expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
        expect(parsePlayerId(id)).toBe(id);
        expect(formatPlayerId(id)).toMatch(/^\w{4}-\w{4}-\w{2}$/);
        expect(parsePlayerId(formatPlayerId(id))).toBe(id);
      }),
    );
  });

  test("keeps all of the chance that it is made from", () => {
    const numbers = fc.array(fc.nat(31), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(numbers, (random) => {
        const body = playerIdFrom(random).slice(0, 9);
        expect([...body].map((character) => alphabet.indexOf(character))).toEqual(random);
      }),
    );
  });

  test("needs nine numbers and takes no more", () => {
    expect(playerIdFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 31])).toBe(playerIdFrom([1, 2, 3, 4, 5, 6, 7, 8, 9]));
  });

  test("is read with any case, spaces and hyphens", () => {
    const noise = fc.array(fc.constantFrom("", "", " ", "-", " - ", "\t"), { minLength: 11, maxLength: 11 });
    const cases = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(playerId, noise, cases, (id, gaps, lower) => {
        const typed =
          [...id].map((c, index) => `${gaps[index]}${lower[index] ? c.toLowerCase() : c}`).join("") + gaps[10];
        expect(parsePlayerId(typed)).toBe(id);
      }),
    );
  });

  test("is read with I and L for 1, and O for 0", () => {
    const digits = fc.array(fc.constantFrom(0, 1, 17), { minLength: 9, maxLength: 9 }).map(playerIdFrom);
    const one = fc.constantFrom("1", "I", "i", "L", "l");
    const zero = fc.constantFrom("0", "O", "o");
    fc.assert(
      fc.property(digits, one, zero, (id, i, o) => {
        expect(parsePlayerId(id.replaceAll("1", i).replaceAll("0", o))).toBe(id);
      }),
    );
  });

  test("with any one character wrong is refused, but for 0 and Z", () => {
    fc.assert(
      fc.property(playerId, position, fc.constantFrom(...alphabet), (id, at, character) => {
        const right = id.charAt(at);
        fc.pre(character !== right && !(at < 9 && isBlindPair(character, right)));
        expect(parsePlayerId(replaced(id, at, character))).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test("with any two characters swapped is refused, neighbours or not, but for 0 and Z", () => {
    fc.assert(
      fc.property(playerId, position, position, (id, a, b) => {
        const [first, second] = [id.charAt(a), id.charAt(b)];
        fc.pre(first !== second && !isBlindPair(first, second));
        expect(parsePlayerId(replaced(replaced(id, a, second), b, first))).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test("of another length, or with a character outside the alphabet, is refused", () => {
    fc.assert(
      fc.property(playerId, fc.nat(9), fc.constantFrom("U", "u", "*", "=", "é", "😀", "_"), (id, at, character) => {
        expect(parsePlayerId(id.slice(0, at))).toBeUndefined();
        expect(parsePlayerId(id + id.charAt(at))).toBeUndefined();
        expect(parsePlayerId(replaced(id, at, character))).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.string({ size: "medium" }), (typed) => {
        expect([undefined, 10]).toContain(parsePlayerId(typed)?.length);
      }),
    );
  });
});

describe("a fellow player's name", () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ'-]{1,12}$/).filter((text) => /^[A-Za-zÀ-Þ]/.test(text));
  const blank = fc.stringMatching(/^\s{1,3}$/);

  test("is the first name and the last name's initial, and no more of it", () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 2 }), word, blank, (first, middle, last, gap) => {
        const shown = displayName(`${gap}${[first, ...middle, last].join(gap)}${gap}`);
        expect(shown).toBe(`${first} ${last.charAt(0).toUpperCase()}.`);
      }),
    );
  });

  test("of one word is that word", () => {
    fc.assert(
      fc.property(word, blank, (name, gap) => {
        expect(displayName(gap + name + gap)).toBe(name);
      }),
    );
  });

  test.each([
    ["Ada Lovelace", "Ada L."],
    ["ada king lovelace", "ada L."],
    ["Jean-Luc Picard", "Jean-Luc P."],
    ["Cher", "Cher"],
    ["Zoe 𝒜lpha", "Zoe 𝒜."],
    ["", ""],
    ["  ", ""],
  ])("%j is shown as %j", (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });
});

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPad",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0",
    "Opera on Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome on ChromeOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    "Safari on Mac",
  ],
  ["Firefox/140.0", "Firefox"],
  ["Dalvik/2.1.0 (Linux; U; Android 15)", "Android"],
  ["curl/8.14.1", null],
  [undefined, null],
])("the device that says %s", (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label);
});

test("a search for people looks for the words with a letter or digit", () => {
  expect(searchedWords("  O'Brien  & Søn — ")).toEqual(["O'Brien", "Søn"]);
  expect(searchedWords("%'; --")).toEqual([]);
});

describe("a sign-in", () => {
  const [hour, day] = [3_600_000, 86_400_000];
  const start = new Date("2026-11-01T12:00:00Z");
  const later = (ms: number) => new Date(start.getTime() + ms);

  test("of a player ends 30 days after the last call, at the age of 180 days at the latest", () => {
    expect(sessionEnd("player", start, start)).toEqual(later(30 * day));
    expect(sessionEnd("player", start, later(20 * day))).toEqual(later(50 * day));
    expect(sessionEnd("player", start, later(179 * day))).toEqual(later(180 * day));
  });

  test.each(["staff", "admin"] as const)("of %s ends after 12 hours without a call, at the age of 7 days", (role) => {
    expect(sessionEnd(role, start, start)).toEqual(later(12 * hour));
    expect(sessionEnd(role, start, later(6 * day))).toEqual(later(6 * day + 12 * hour));
    expect(sessionEnd(role, start, later(7 * day - hour))).toEqual(later(7 * day));
  });

  test("is written again when its end moves by an hour, by a minute at the desk", () => {
    expect(isWorthNoting(start, later(hour), "player")).toBe(true);
    expect(isWorthNoting(start, later(hour - 1), "player")).toBe(false);
    for (const role of ["staff", "admin"] as const) {
      expect(isWorthNoting(start, later(60_000), role)).toBe(true);
      expect(isWorthNoting(start, later(59_999), role)).toBe(false);
    }
  });

  test("proves who it is for ten minutes", () => {
    expect(isFreshProof(start, later(600_000))).toBe(true);
    expect(isFreshProof(start, later(600_001))).toBe(false);
    expect(isFreshProof(null, start)).toBe(false);
  });

  test("needs a passkey for what moves money or roles, and where its route says so", () => {
    expect(needsPasskey({ permission: "admin", stepUp: true })).toBe(true);
    expect(needsPasskey({ permission: "admin" })).toBe(false);
    expect(needsPasskey({ permission: "player", stepUp: true })).toBe(false);
    expect(needsPasskey({ permission: "admin", passkey: true })).toBe(true);
  });

  test("of somebody with a role, or who had one in the last 30 days, has worked", () => {
    expect(hasWorked({ role: "staff", workedUntil: null }, start)).toBe(true);
    expect(hasWorked({ role: "player", workedUntil: null }, start)).toBe(false);
    expect(hasWorked({ role: "player", workedUntil: later(1 - 30 * day) }, start)).toBe(true);
    expect(hasWorked({ role: "player", workedUntil: later(-30 * day) }, start)).toBe(false);
  });
});

test("the address of a deleted account can never receive mail", () => {
  expect(deletedEmail("8")).toBe("deleted-8@deleted.invalid");
});
