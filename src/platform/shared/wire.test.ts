import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { text } from "./wire.ts";

const name = text("Name is required", 20);

describe("a text", () => {
  test("of characters that nobody sees is blank", () => {
    for (const given of ["", "  ", "\u200B", "\u202E\u200B ", "\u2066\u2069\uFEFF\u00AD"])
      expect(z.safeParse(name, given).error?.issues[0]?.message).toBe("Name is required");
  });

  test("turns the direction of nothing that follows it", () => {
    expect(z.parse(name, "\u202Emallory\u2067 evil ")).toBe("mallory evil");
  });

  test("keeps what writing needs: other scripts, and what joins an emoji or letters", () => {
    for (const given of ["محمد عبد الرحمن", "👩\u200D👩\u200D👧", "می\u200Cخواهم", "O’Neil", "Zoë"])
      expect(z.parse(name, given)).toBe(given);
  });
});
