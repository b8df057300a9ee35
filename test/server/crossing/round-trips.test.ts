/**
 * How many round trips to the database golfers' calls make; a round trip costs both sides more than the work itself.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { runJobs } from "#test/jobs.ts";
import { hearStatements } from "#test/statements.ts";

let app: TestApp;
let sent: string[] = [];
beforeAll(async () => {
  app = await freshApp();
  await app.jobs.stop();
  await hearStatements(app.db.pool, (text) => sent.push(text));
});
afterAll(() => app.close());

/** Calls until this golfer is known from memory, which a process allows once it has heard itself. */
async function remembered(golfer: Player): Promise<Player> {
  const isKnown = async () => (await of(() => golfer.call(orderRoutes.listOrders))).length === 1;
  await expect.poll(isKnown, { interval: 5 }).toBe(true);
  return golfer;
}

/** The statements of a call, which must succeed. */
async function of(call: () => Promise<{ status: number }>): Promise<string[]> {
  sent = [];
  expect((await call()).status).toBeLessThan(300);
  return [...sent];
}

test("a payment makes at most nine, and inserts one session", async () => {
  await buy(await app.player());
  const golfer = await remembered(await app.player());
  const statements = await of(() => buy(golfer));
  expect(statements.length).toBeLessThanOrEqual(9);
  expect(statements.filter((text) => text.startsWith('insert into "sessions"'))).toHaveLength(1);
});

test("a claim of a prize makes at most five, and one after it has taken the prize", async () => {
  const golfer = await remembered(await app.player());
  const { id } = await play(golfer);
  const statements = await of(() => claim(golfer, id, "left"));
  expect(statements.length).toBeLessThanOrEqual(5);
  const taken = statements.findIndex((text) => text.includes('update "sponsored_prizes"'));
  expect(statements.slice(taken + 1)).toEqual(["COMMIT"]);
});

test("a claim of the jackpot makes at most five, and one after it has locked the pot", async () => {
  const golfer = await remembered(await app.player());
  const { id } = await play(golfer);
  const statements = await of(() => claim(golfer, id, "middle"));
  expect(statements.length).toBeLessThanOrEqual(5);
  const locked = statements.findIndex((text) => text.includes("ledger_accounts"));
  expect(statements.slice(locked + 1)).toEqual(["COMMIT"]);
});

test("a shot makes one, a session one, and a sign-in on a known device one", async () => {
  const golfer = await remembered(await app.player());
  const { id } = await play(golfer);
  expect(await of(() => shoot(golfer, id))).toHaveLength(1);
  expect(await of(() => golfer.call(playRoutes.getSession, { params: { id } }))).toHaveLength(1);
  const { email } = golfer;
  // The browser comes back: its cookie of the session is gone.
  golfer.cookies.delete("acebay_session");
  expect(await of(() => golfer.call(accountRoutes.login, { body: { email } }))).toHaveLength(1);
});

test("the jobs after many payments read receipts, their refunds, and forget events for many at once", async () => {
  const many = 12;
  for (let n = 0; n < many; n++) await buy(await app.player());
  // The sandbox's events come a second after the reply.
  await app.clock.advance(1);
  sent = [];
  await runJobs(app);
  for (const statement of [
    /DELETE FROM sandbox\.events/,
    /from "receipts_due" inner join .* inner join "users"/,
    /from "refunds" where .*"payment_id" = ANY/,
  ]) {
    const times = sent.filter((text) => statement.test(text)).length;
    expect(times, String(statement)).toBeGreaterThan(0);
    expect(times, String(statement)).toBeLessThan(many / 2);
  }
});

test("sessions that are read at the same moment share one", async () => {
  const golfers = await Promise.all(Array.from({ length: 6 }, async () => remembered(await app.player())));
  const ids = await Promise.all(golfers.map(async (golfer) => (await play(golfer)).id));
  await Promise.all(golfers.map(remembered));
  sent = [];
  const seen = await Promise.all(
    golfers.map((golfer, n) => golfer.call(playRoutes.getSession, { params: { id: ids[n] ?? "" } })),
  );
  expect(seen.map(({ status }) => status)).toEqual(golfers.map(() => 200));
  // On a busy machine one of the callers may be looked up first, and comes a moment later than the others.
  expect(sent.filter((text) => text.includes("FROM sessions")).length).toBeLessThan(golfers.length);
});
