/** The list of deletions lacks nobody, also when a clock was far ahead or behind while somebody was deleted. */
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { addDeletions, keepingList, readDeletions } from "#platform/server/backup/deletions-store.ts";
import { type FreshDatabase, freshDatabase } from "#test/database.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-deletions-"));
const DAY_MS = 86_400_000;
let fresh: FreshDatabase;
let list: string;
beforeEach(async () => {
  fresh = await freshDatabase();
  list = join(folder, randomUUID());
});
afterEach(() => fresh.drop());
afterAll(() => rmSync(folder, { recursive: true }));

/** Accounts that were deleted, by a clock that is so many days ahead. */
async function gone(days: number, many = 1): Promise<string[]> {
  const { rows } = await fresh.owner.pool.query<{ id: string }>(
    `INSERT INTO users (id, player_id, name, email, role, created_at, deleted_at)
     SELECT gen_random_uuid(), upper(left(md5(gen_random_uuid()::text), 10)), 'Deleted player', gen_random_uuid() || '@deleted', 'player', now(), $1 FROM generate_series(1, $2) RETURNING id`,
    [new Date(Date.now() + days * DAY_MS), many],
  );
  return rows.map(({ id }) => id);
}

test.each([40, -40])(
  "somebody is deleted by a clock that is %d days ahead, then and later others by a right one",
  async (days) => {
    const before = await gone(-1);
    await addDeletions(fresh.db.pool, list);
    const strange = await gone(days);
    expect(await addDeletions(fresh.db.pool, list)).toBe(1);
    const after = await gone(0);
    expect(await addDeletions(fresh.db.pool, list)).toBe(1);
    expect(readDeletions(list)).toEqual([before, strange, after].flat());
    expect(await addDeletions(fresh.db.pool, list)).toBe(0);
  },
);

test("many of one moment are read to the last, and none twice", async () => {
  const ids = [await gone(-3, 9_999), await gone(-2, 10_002), await gone(-1)].flat();
  expect(await addDeletions(fresh.db.pool, list)).toBe(ids.length);
  expect(readDeletions(list).toSorted()).toEqual(ids.toSorted());
  // Of a line that was cut off, whoever it named is added again, on a line of its own.
  truncateSync(list, readFileSync(list).length - 5);
  expect(await addDeletions(fresh.db.pool, list)).toBe(1);
  expect(new Set(readDeletions(list))).toEqual(new Set(ids));
});

test("before anybody has left there is a list; where its folder is away, the job fails and makes none", async () => {
  await keepingList(fresh.db.pool, list)();
  expect(readDeletions(list)).toEqual([]);
  expect(existsSync(list)).toBe(true);
  const away = join(dirname(list), "not-mounted", "list");
  await expect(keepingList(fresh.db.pool, away)()).rejects.toThrow(`The list of deletions ${away} cannot be written`);
  expect(existsSync(dirname(away))).toBe(false);
});

test("the job compares after each deletion and each change of the file, and else only counts", async () => {
  const query = vi.spyOn(fresh.db.pool, "query");
  const run = keepingList(fresh.db.pool, list);
  const statements = async () => {
    query.mockClear();
    await run();
    return query.mock.calls.length;
  };
  const [first = ""] = await gone(-1);
  expect([await statements(), await statements(), await statements()]).toEqual([2, 1, 1]);
  await gone(-40);
  expect([await statements(), await statements()]).toEqual([2, 1]);
  appendFileSync(list, "another process\n");
  expect([await statements(), await statements()]).toEqual([2, 1]);
  rmSync(list);
  expect([await statements(), await statements()]).toEqual([2, 1]);
  expect(readDeletions(list)).toHaveLength(2);
  expect(readDeletions(list)).toContain(first);
  query.mockRestore();
});
