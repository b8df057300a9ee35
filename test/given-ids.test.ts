/** An id in an address reaches its handler in small letters, as PostgreSQL and the ledger's accounts write it. */
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { definedContracts, nameOf } from "./contracts.ts";

const GIVEN = "0AF3B6C2-96D1-4F39-8A4C-1B7E0D5C9F21";

test("no route tells capitals in the id of a row from small letters", () => {
  const taken: string[] = [];
  const kept: string[] = [];
  for (const contract of definedContracts) {
    const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const asked = Object.fromEntries(names.map((name) => [name, GIVEN]));
    const read = contract.params && z.safeParse(contract.params, asked);
    if (!read?.success) continue;
    taken.push(nameOf(contract));
    if (names.some((name) => (read.data as Record<string, unknown>)[name] !== GIVEN.toLowerCase()))
      kept.push(nameOf(contract));
  }
  expect(taken.length).toBeGreaterThan(50);
  // A passkey's id has both kinds of letters; a player ID is read by its own rules.
  expect(kept.toSorted()).toEqual(["GET /api/players/{userId}", "POST /api/passkeys/{id}/remove"]);
});
