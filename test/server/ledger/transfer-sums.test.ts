/** The database refuses a transfer that does not sum to zero, in however many statements it is written. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshApp, play, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
  await play(await app.player());
});
afterAll(() => app.close());

/** Writes entries of a new transfer, each list by a statement of its own, and takes all of it back. */
async function write(...lists: readonly (readonly [account: string, cents: number])[][]): Promise<void> {
  const client = await app.db.pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO ledger_transfers (kind, course_id, rule, created_at) VALUES ('open_pot', 1, 2, now()) RETURNING id",
    );
    for (const list of lists)
      await client.query(
        "INSERT INTO ledger_entries (transfer_id, account_key, amount_cents) SELECT $1, * FROM unnest($2::text[], $3::bigint[])",
        [rows[0]?.id, list.map(([account]) => account), list.map(([, cents]) => cents)],
      );
    // What waits for the commit is checked now.
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

const refused = "does not sum to zero";

test("a transfer of nothing in all is written", async () => {
  const two = write([
    ["house_funding", 5],
    ["pot:1", -5],
  ]);
  await expect(two).resolves.toBeUndefined();
  const three = write([
    ["house_funding", 5],
    ["pot:1", -3],
    ["cash:1", -2],
  ]);
  await expect(three).resolves.toBeUndefined();
});

test("another sum is refused, at once", async () => {
  await expect(
    write([
      ["house_funding", 5],
      ["pot:1", -4],
    ]),
  ).rejects.toThrow(refused);
  await expect(write([["house_funding", 5]])).rejects.toThrow(refused);
});

test("one that a second statement adds to is refused, as is one in two halves", async () => {
  await expect(
    write(
      [
        ["house_funding", 5],
        ["pot:1", -5],
      ],
      [["cash:1", 1]],
    ),
  ).rejects.toThrow(refused);
  await expect(write([["house_funding", 5]], [["pot:1", -5]])).rejects.toThrow(refused);
});
