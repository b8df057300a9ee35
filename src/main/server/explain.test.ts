import { expect, test } from "vitest";
import { NoEmbedded } from "#platform/server/db/embedded.ts";
import { explain } from "./explain.ts";

test("an installation without the embedded PostgreSQL is told what to do, without a stack and another's advice", () => {
  const cause = new NoEmbedded("There is no embedded PostgreSQL for linux-x64: set DATABASE_URL to one of your own.");
  const sentence = "There is no PostgreSQL for the drill: name another's programs, or --database";
  expect(explain(new NoEmbedded(sentence, { cause }))).toBe(sentence);
  expect(explain(new Error("Unforeseen", { cause }))).toContain("explain.test.ts");
});
