/** What fails beside the database is not blamed on it, and names its job. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { isDatabaseAway } from "#platform/server/db/errors.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { freePort } from "#test/ports.ts";

let port: number;
let app: TestApp;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  port = await freePort();
  app = await freshApp({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
});
afterAll(() => app.close());

test("a mail server that refuses the connection: the line says that mail failed, and why", async () => {
  const golfer = await app.player();
  await app.browser().call(accountRoutes.login, { body: { email: golfer.email } });
  await app.jobs.runAll();
  await app.db.idle();
  const failed = lines.filter(({ msg }) => String(msg).startsWith("background work"));
  expect(failed).not.toEqual([]);
  for (const line of failed)
    expect(line).toMatchObject({
      level: 50,
      job: "mail",
      msg: "background work failed",
      err: { message: expect.stringContaining("ECONNREFUSED") },
    });
});

test("a database that refuses the connection is away, by each way to ask it", async () => {
  const none = openDatabase({ host: "127.0.0.1", port, user: "nobody", database: "none" }, 1);
  const asked = {
    statement: () => none.pool.query("SELECT 1"),
    builder: () => none.sql.execute("SELECT 1"),
    transaction: () => none.transaction((tx) => tx.sql.execute("SELECT 1")),
  };
  for (const [name, ask] of Object.entries(asked)) {
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(isDatabaseAway(error), name).toBe(true);
  }
  await none.close();
  expect(isDatabaseAway(Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" }))).toBe(false);
});
