/** A process that is asked to end while its database stands still, or its network swallows everything. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { NAME } from "#platform/server/live/crossing.ts";
import { cable } from "#test/cable.ts";
import { freshDatabase } from "#test/database.ts";
import { endAll, serve } from "#test/server-process.ts";
import { SECRET } from "#test/app.ts";

/** Calls, jobs and hints side by side, then the pools. */
const LONGEST_MS = 25_000;

afterAll(endAll);

test("it ends by itself", async () => {
  const folder = mkdtempSync(join(tmpdir(), "acebay-frozen-"));
  const fresh = await freshDatabase();
  const { host, user, database } = fresh.connection;
  const socket = ".s.PGSQL.5432";
  const link = cable(join(folder, socket), join(host, socket));
  await link.plug();
  const { child, ended, output } = await serve(folder, {
    DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(folder)}`,
    SESSION_SECRET: SECRET,
  });
  // A query without an answer would end the connection for hints: it shall have none.
  const rests = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${NAME}' AND state = 'idle' AND now() - state_change > '1 second'`;
  await expect.poll(async () => (await fresh.db.pool.query(rests)).rowCount, { timeout: 20_000 }).toBe(1);
  link.freeze();
  const begun = performance.now();
  child.kill("SIGTERM");
  expect(await ended, output()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(LONGEST_MS);
  link.thaw();
  await link.cut();
  await fresh.drop();
  rmSync(folder, { recursive: true });
});
