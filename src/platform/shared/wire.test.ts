import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { text } from "./wire.ts";

const name = text("Name is required", 20);

describe("a text", () => {
  test("of characters that nobody sees is blank", () => {
    for (const given of ["", "  ", "\u200B", "\u202E\u200B ", "\u2066\u2069\uFEFF\u00AD"])
      expect(z.safeParse(name, given).error?.issues[0]?.message).toBe("Name is required");
  });

  test("that only looks blank is blank: joiners, fillers of other scripts, marks without a letter, private characters", () => {
    const given = [
      "\u200D",
      "\u3164",
      "\u2800",
      "\u0301",
      "\uFE0F",
      "\u115F\u1160",
      "\uFFA0",
      "\u034F",
      "\u17B4",
      "\uE000",
    ];
    for (const one of [...given, "\u{E0020}", "\u0007", given.join(" ")])
      expect([one, z.safeParse(name, one).error?.issues[0]?.message]).toEqual([one, "Name is required"]);
  });

  test("steers no terminal, and keeps its lines", () => {
    expect(z.parse(name, "\u001B[31mRed\u0007\u009B1m")).toBe("[31mRed1m");
    expect(z.parse(name, "One\n\tTwo\r\n")).toBe("One\n\tTwo");
  });

  test("turns the direction of nothing that follows it", () => {
    expect(z.parse(name, "\u202Emallory\u2067 evil ")).toBe("mallory evil");
  });

  test("keeps what writing needs: other scripts, and what joins an emoji or letters", () => {
    for (const given of [
      "محمد عبد الرحمن",
      "👩\u200D👩\u200D👧",
      "می\u200Cخواهم",
      "O’Neil",
      "Zoë",
      "1\uFE0F\u20E3",
      "é",
      "⛳",
    ])
      expect(z.parse(name, given)).toBe(given);
  });
});
