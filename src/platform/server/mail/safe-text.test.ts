import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneLine, ours, reasonLine, safe } from "./safe-text.ts";

describe("what strangers typed", () => {
  test.each([
    ["Kim\n\nYour account is locked. Unlock: https://evil.example", "Kim Your account is locked. Unlock: evil example"],
    ["Kim evil.example/unlock", "Kim evil example/unlock"],
    ["www.evil.example", "www evil example"],
    ["kim@evil.example", "kim evil example"],
    ["mailto:kim@evil.example", "mailto:kim evil example"],
    ["HTTPS://EVIL.EXAMPLE", "EVIL EXAMPLE"],
    ["javascript://x", "x"],
    [
      "evil\u3002example \uFF48\uFF54\uFF54\uFF50\uFF1A\uFF0F\uFF0Fevil\uFF0Eexample",
      "evil example \uFF48\uFF54\uFF54\uFF50 evil example",
    ],
    ["evil.\u200Bexample", "evil example"],
    ["evil\u00AD.example", "evil example"],
    ["192.0.2.1/x and 1.2.3.4", "192 0 2 1/x and 1 2 3 4"],
    ["\u202Egpj.evil\u202C", "gpj evil"],
    ["a\u0000b\u0007c\u2028d\u2029e\tf\rg", "a b c d e f g"],
    ["half \uD800 a letter", "half \uFFFD a letter"],
  ])("%j reads %j", (typed, read) => {
    expect(oneLine(typed)).toBe(read);
  });

  test.each([
    "Robin Hill",
    "Lucía Ñandú",
    "J. R. Smith Jr.",
    "St. Andrews, Old Course",
    "Dr. 1.5",
    "张三",
    "محمد علي",
    "5:30",
    "👩‍🦰".normalize("NFD").replaceAll("\u200D", ""),
  ])("%s stays as it is", (name) => {
    expect(oneLine(name)).toBe(name);
  });

  test("is at most 60 characters of one line, whatever it was, and done twice it is the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (typed) => {
        const line = oneLine(typed);
        expect([...line].length).toBeLessThanOrEqual(60);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}@\u3002]|:\/\/|[\p{L}]\.[\p{L}]/u);
        expect(oneLine(line)).toBe(line);
      }),
    );
  });
});

describe("a sentence", () => {
  test("puts it between our words, and our own words as they are", () => {
    expect(safe`Hello ${"Kim\nevil.example"}, pay ${5} at ${ours("play.example.com")}.`.text).toBe(
      "Hello Kim evil example, pay 5 at play.example.com.",
    );
  });

  test("of staff may be longer, and loses its full stop", () => {
    const reason = `${"The ball lay beside the hole. ".repeat(9)}See evil.example.`;
    expect(reasonLine(reason).text).toBe(`${"The ball lay beside the hole. ".repeat(9)}See evil example`);
  });
});
