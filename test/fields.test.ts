/** The page of fields agrees with the contracts, and only people who may know personal fields get them in answers. */
import { expect, test } from "vitest";
import { allFields, fieldsPage } from "./fields.ts";

const PERSONAL = /(?:^|\.)(?:email|phone|adminEmail|birthday|ip)$/;

test("the page has every call with the fields that it may write and read", async () => {
  expect(allFields.length).toBeGreaterThan(150);
  expect(allFields.find(({ name }) => name === "POST /api/attempts")).toMatchObject({
    permission: "signedIn",
    writes: expect.arrayContaining(["prizeClaim", "sessionId", "targetHole"]),
    reads: expect.arrayContaining(["session.ballCount"]),
  });
  const how = "`npx vitest run --project house test/fields.test.ts -u` writes the page; look at what it changed";
  await expect(fieldsPage(), how).toMatchFileSnapshot("../docs/fields.md");
});

test("public answers contain an email or a phone only for somebody who has just sent it or proved to be its owner", () => {
  const told = allFields.filter(
    ({ permission, reads }) => permission === "public" && reads.some((f) => PERSONAL.test(f)),
  );
  expect(told.map(({ name }) => name)).toEqual([
    "POST /api/course-requests",
    "POST /api/login",
    "POST /api/login/passkey",
    "POST /api/register",
  ]);
});

test("no call accepts fields that only the server decides", () => {
  const decided = /(?:^|\.)(?:createdAt|decidedBy|decidedAt|balance|ledger|proved|provedUntil|passwordHash|refunded)$/;
  expect(
    allFields.flatMap(({ name, writes }) => writes.filter((f) => decided.test(f)).map((f) => `${name} ${f}`)),
  ).toEqual([]);
});

test("no parameter in the address of a call signs in, pays, or contains personal data", () => {
  const secret = /token|code|secret|password|card|cvv|email|phone|cookie|key/i;
  const asked = allFields.flatMap(({ name, asks }) => asks.filter((f) => secret.test(f)).map((f) => `${name} ${f}`));
  // The key of a repeated call, by which its own golfer finds the order; with it nobody else gets anything.
  expect(asked).toEqual(["GET /api/orders key"]);
});
