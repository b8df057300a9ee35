/** How often the calls on a golfer's way ask the database: each time costs both sides more than the work itself. */
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, play, shoot, type TestApp } from "../app.ts";

let app: TestApp;
let sent: string[] = [];
beforeAll(async () => {
  app = await freshApp();
  await app.jobs.stop();
  const { pool } = app.db;
  // The connections that are open already are not listened to, so they are closed.
  const idle = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const connection of idle) connection.release(true);
  pool.on("connect", (connection: pg.PoolClient) => {
    const send = connection.query.bind(connection) as (...given: unknown[]) => unknown;
    const noting = (...given: unknown[]): unknown => {
      const [first] = given as [string | { text: string }];
      sent.push(typeof first === "string" ? first : first.text);
      return send(...given);
    };
    connection.query = noting as typeof connection.query; // One function has none of the driver's overloads.
  });
});
afterAll(() => app.close());

/** The statements of a call, which must succeed. */
async function of(call: () => Promise<{ status: number }>): Promise<string[]> {
  sent = [];
  expect((await call()).status).toBeLessThan(300);
  return [...sent];
}

test("a payment makes at most 11, and inserts one session", async () => {
  await buy(await app.player());
  const golfer = await app.player();
  const statements = await of(() => buy(golfer));
  expect(statements.length).toBeLessThanOrEqual(11);
  expect(statements.filter((text) => text.startsWith('insert into "sessions"'))).toHaveLength(1);
});

test("a claim of a prize makes at most six, and one after it has taken the prize", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  const statements = await of(() => claim(golfer, id, "left"));
  expect(statements.length).toBeLessThanOrEqual(6);
  const taken = statements.findIndex((text) => text.includes('update "sponsored_prizes"'));
  expect(statements.slice(taken + 1)).toEqual(["COMMIT"]);
});

test("a claim of the jackpot makes at most seven, and one after it has locked the pot", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  const statements = await of(() => claim(golfer, id, "middle"));
  expect(statements.length).toBeLessThanOrEqual(7);
  const locked = statements.findIndex((text) => text.includes("ledger_accounts"));
  expect(statements.slice(locked + 1)).toEqual(["COMMIT"]);
});

test("a shot makes two, a session two, and a sign-in on a known device three", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  expect(await of(() => shoot(golfer, id))).toHaveLength(2);
  expect(await of(() => golfer.call(playRoutes.getSession, { params: { id } }))).toHaveLength(2);
  const { email } = golfer;
  // The browser comes back: its cookie of the session is gone.
  golfer.cookies.delete("acebay_session");
  expect((await of(() => golfer.call(accountRoutes.login, { body: { email } }))).length).toBeLessThanOrEqual(3);
});
