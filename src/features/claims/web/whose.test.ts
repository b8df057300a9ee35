import { expect, test } from "vitest";
import { isOwn } from "./whose.ts";

test("a claim is its player's own; a friend's and a guest's are not", () => {
  expect(isOwn({ userId: "ada" }, { id: "ada" })).toBe(true);
  expect(isOwn({ userId: "li" }, { id: "ada" })).toBe(false);
  expect(isOwn({ userId: null }, { id: "ada" })).toBe(false);
});
