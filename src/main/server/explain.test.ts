import { expect, test } from "vitest";
import { DrizzleQueryError } from "#platform/server/db/drizzle.ts";
import { NoEmbedded } from "#platform/server/db/embedded-programs.ts";
import { explain } from "./explain.ts";

test("an installation without the embedded PostgreSQL is told what to do, without a stack and another's advice", () => {
  const cause = new NoEmbedded("There is no embedded PostgreSQL for linux-x64: set DATABASE_URL to one of your own.");
  const sentence = "There is no PostgreSQL for the drill: name another's programs, or --database";
  expect(explain(new NoEmbedded(sentence, { cause }))).toBe(sentence);
  expect(explain(new Error("Unforeseen", { cause }))).toContain("explain.test.ts");
});

test.each([
  [
    { code: "EADDRNOTAVAIL", syscall: "listen", address: "10.9.9.9", port: 3000 },
    "This machine has no address 10.9.9.9. Set HOST to one that it has: HOST=0.0.0.0 for all of them",
  ],
  [{ code: "ENOENT", syscall: "stat", path: "/no/such" }, "It failed. Check the file or folder that was named."],
  [
    { code: "ECONNREFUSED", syscall: "connect", address: "127.0.0.1", port: 5432 },
    "The database cannot be reached (It failed). Check DATABASE_URL.",
  ],
  [
    { code: "ENOENT", syscall: "connect", address: "/tmp/none/.s.PGSQL.5432" },
    "The database cannot be reached (It failed). Check DATABASE_URL.",
  ],
])("%o is explained by what failed, not by its code alone", (properties, sentence) => {
  expect(explain(Object.assign(new Error("It failed"), properties))).toBe(sentence);
});

test("of a statement that failed with the connection the cause is told, not the statement with its ids", () => {
  const error = new DrizzleQueryError("INSERT INTO users VALUES ($1)", ["id"], new Error("Connection terminated"));
  expect(explain(error)).toBe("The database cannot be reached (Connection terminated). Check DATABASE_URL.");
});
