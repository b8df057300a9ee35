/** Each start says how many connections the processes may open, and warns if the database admits fewer. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../database.ts";
import { endAll, serve } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-budget-"));
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await endAll();
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

const start = () => {
  const { database, host } = fresh.connection;
  const address = (user: string) => `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
  return serve(folder, {
    DATABASE_URL: address("acebay_app"),
    DATABASE_OWNER_URL: address("acebay"),
    SESSION_SECRET: "a-secret-for-tests-that-is-long-enough",
  });
};
const limit = (n: number) =>
  fresh.owner.pool.query(`ALTER DATABASE ${fresh.connection.database} CONNECTION LIMIT ${n}`);

test("one process fits into what the database admits; the second one sees both, and warns", async () => {
  await limit(30);
  const one = await start();
  expect(one.output()).toContain("Connections: 1 process x 21 ");
  expect(one.output()).toContain("= 24, of 30 that the database admits. 1 process fits.");
  expect(one.output()).not.toContain("admits too few");
  const two = await start();
  expect(two.output()).toContain("Connections: 2 processes x 21 ");
  expect(two.output()).toContain("The database admits too few connections");
  expect(two.output()).toContain("CONNECTION LIMIT 45");
});
