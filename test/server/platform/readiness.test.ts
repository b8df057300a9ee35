/** Anybody may call /readyz as often as they like, so an answer must cost almost nothing. */
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isMigrated } from "#platform/server/db/migrate.ts";
import { watchSupply } from "#platform/server/db/supply.ts";
import { freshApp, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

test("the migration files are not read at each call of /readyz", async () => {
  const { rows } = await app.db.pool.query("SELECT name FROM schema_migrations");
  const pool = { query: async () => ({ rows }) } as unknown as pg.Pool; // The one question that it is asked.
  expect(await isMigrated(pool)).toBe(true);
  const before = process.cpuUsage();
  for (let n = 0; n < 300; n++) expect(await isMigrated(pool)).toBe(true);
  // Reading and hashing them all is more than a millisecond of work each time.
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(300_000);
});

test("many calls at once after a shortage write one probe", async () => {
  const { noteError, lack } = watchSupply();
  const full = await app.owner.pool.query("DO $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$").catch((e) => e);
  noteError(full);
  let probes = 0;
  const client = {
    query: async (text: string) => (text.startsWith("INSERT") ? Promise.reject(count()) : { rows: [] }),
    ahead: () => undefined,
    takeBack: () => false,
  };
  const count = () => {
    probes += 1;
    return full;
  };
  const pool = {
    query: async () => ({ rows: [{ read_only: "off" }] }),
    connect: async () => ({ ...client, release: () => undefined }),
  } as unknown as pg.Pool; // What is asked of it here.
  const said = await Promise.all(Array.from({ length: 20 }, () => lack(pool)));
  expect(new Set(said)).toEqual(new Set(["its disk is full"]));
  expect(probes).toBe(1);
  expect(await lack(pool)).toBe("its disk is full");
  expect(probes).toBe(2);
});
