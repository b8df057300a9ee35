/** The text of each version of the terms never changes, so that the accepted text can be shown later. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { TERMS_IN_FORCE } from "#features/accounts/terms-rules.ts";
import { isDay } from "#platform/shared/days.ts";
import { prizeRuleWords } from "./prize-rule-words.ts";
import { termsWords } from "./terms-words.ts";

/** The text of each version, hashed. A landed line is never changed: a new text is a new line with a later day. */
const versions: Readonly<Record<string, string>> = {
  "2026-11-23": "b621c3a2b65769a1",
  "2026-11-27": "0d54a3fde01c3da1",
};

const textOf = (words: object) =>
  JSON.stringify(words, (_, entry: unknown) => (typeof entry === "function" ? entry(true) : entry));

test("a changed text of the terms or of the prize rules has a version of its own", () => {
  const text = textOf([termsWords, prizeRuleWords]);
  expect(versions[TERMS_IN_FORCE]).toBe(createHash("sha256").update(text).digest("hex").slice(0, 16));
});

test("the version in force is the last one, and a day", () => {
  expect(Object.keys(versions).at(-1)).toBe(TERMS_IN_FORCE);
  expect(Object.keys(versions)).toEqual(Object.keys(versions).toSorted());
  expect(Object.keys(versions).filter((version) => !isDay(version))).toEqual([]);
});
