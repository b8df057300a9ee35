/** What is typed to find people comes to the server in a header, and stands in no address. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { ASIDE, askedOf } from "#platform/shared/route.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { definedContracts } from "#test/contracts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

test("a call's address has the rest of the query alone, and the header what may name a person", () => {
  expect(askedOf(peopleRoutes.listPeople, {}, { q: "René & Söhne", role: "player", cursor: undefined })).toEqual({
    url: "/api/admin/people/list?role=player",
    header: "q=Ren%C3%A9+%26+S%C3%B6hne",
  });
  expect(askedOf(peopleRoutes.listPeople, {}, { role: "player" }).header).toBeUndefined();
});

test("each call that is asked by a name, an address or somebody's text takes it aside", () => {
  const texts = ["q", "search", "person", "actor", "name", "email"];
  const open = definedContracts.flatMap((contract) => {
    const { query } = contract;
    const fields = query && "shape" in query ? Object.keys(query.shape as object) : [];
    const aside = ("aside" in contract && contract.aside) || [];
    return fields
      .filter((name) => texts.includes(name) && !aside.includes(name))
      .map((name) => `${contract.path} ${name}`);
  });
  expect(definedContracts.filter((contract) => "aside" in contract).length).toBeGreaterThan(8);
  expect(open).toEqual([]);
});

test("the header finds people with every letter, and overrules the address; other fields of it count nothing", async () => {
  const admin = await app.signIn("admin@acebay.test");
  await app.player("Zoë Ängström & Co", "zoe@example.com");
  const found = async (path: string, header?: string) => {
    const { body } = await admin.raw("GET", path, undefined, header === undefined ? {} : { [ASIDE]: header });
    return (body.people as { name: string }[]).map(({ name }) => name);
  };
  expect(await found("/api/admin/people/list", "q=Zo%C3%AB+%C3%84ngstr%C3%B6m+%26")).toEqual(["Zoë Ängström & Co"]);
  expect(await found("/api/admin/people/list?q=nobody", "q=Zo%C3%AB")).toEqual(["Zoë Ängström & Co"]);
  // Pages of an earlier release ask by the address.
  expect(await found("/api/admin/people/list?q=Zo%C3%AB")).toEqual(["Zoë Ängström & Co"]);
  expect(await found("/api/admin/people/list?role=admin", "role=player&q=Zo%C3%AB")).toEqual([]);
  for (const odd of ["%", "q", "", "__proto__=1&q=Zo%C3%AB", "x".repeat(4_000)])
    expect((await admin.raw("GET", "/api/admin/people/list", undefined, { [ASIDE]: odd })).status).toBe(200);
  const long = await admin.raw("GET", "/api/admin/people/list", undefined, { [ASIDE]: `q=${"a".repeat(300)}` });
  expect(long.status).toBe(400);
});

test("a file of claims is asked in the same way", async () => {
  const admin = await app.signIn("admin@acebay.test");
  const file = await bodyOf(admin.call(claimRoutes.exportClaims, { query: { search: "nobody at all" } }));
  expect(file.trim().split("\n")).toHaveLength(1);
});
