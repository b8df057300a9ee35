/**
 * A closing and something else at the same moment: the later of the two sees the earlier, and neither is done only in
 * part.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { buy, claim, play, type Player, type TestApp } from "#test/app.ts";
import { atOnce, untilBehind } from "#test/at-once.ts";
import { closingOf, potOf, propose, setOpen } from "#test/closing.ts";
import { approve, codeOf, twoAdministrators } from "#test/server/accounts/two-people-calls.ts";
import { endConnections } from "#test/database.ts";

let app: TestApp;
let admin: Player;
let other: Player;
beforeEach(async () => {
  ({ app, one: admin, other } = await twoAdministrators());
  await app.jobs.stop();
  await grow(2);
});
afterEach(() => app.close());

/** Afterwards the pot holds more than its base: there is a rest. */
async function grow(courseId: number): Promise<void> {
  const body = { courseId, account: "pot", amount: 5, reason: "More to win" } as const;
  await approve(other, await admin.call(adjustmentRoutes.proposeAdjustment, { body }));
}
const lockOf = (id: number) => `SELECT 1 FROM courses WHERE id = ${id} FOR UPDATE`;
const lockOfPot = (id: number) => `SELECT 1 FROM ledger_accounts WHERE key = 'pot:${id}' FOR UPDATE`;
const buyAhead = (golfer: Player) =>
  buy(golfer, { sessionData: { courseId: 2, packageId: 4, bayNumber: 7 }, amount: 6, start: false });

async function proposed(into = 1) {
  await setOpen(admin, 2, false);
  return propose(admin, 2, { intoCourseId: into });
}

test("stopping the sales waits for a purchase that has begun, and the closing sees it", async () => {
  const golfer = await app.player();
  // The order is written, and waits for its package: a foreign key is looked up last.
  const writing = "SELECT 1 FROM packages WHERE id = 4 FOR UPDATE";
  const [bought] = await atOnce(
    app,
    writing,
    () => buyAhead(golfer),
    () => setOpen(admin, 2, false),
  );
  expect(bought.status).toBe(200);
  expect(codeOf(await propose(admin, 2, { intoCourseId: 1 }))).toBe("books.closing_blocked");
});

test("a purchase that read the course while it was open is refused after the closing, and pays nothing", async () => {
  const golfer = await app.player();
  const holding = await app.owner.pool.connect();
  await holding.query(`BEGIN; SELECT 1 FROM users WHERE id = '${golfer.id}' FOR UPDATE`);
  const buying = buyAhead(golfer);
  await untilBehind(holding, app.owner.pool, 1);
  const closed = await approve(other, await proposed());
  await holding.query("COMMIT");
  holding.release();
  const bought = await buying;
  expect(closed.status).toBe(200);
  expect(codeOf(bought)).toBe("courses.not_found");
  expect((await app.db.pool.query("SELECT 1 FROM orders")).rowCount).toBe(0);
});

test("of two closings of a course one is done", async () => {
  const [one, another] = [await proposed(), await proposed(3)];
  const replies = await atOnce(
    app,
    lockOf(2),
    () => approve(other, one),
    () => approve(other, another),
  );
  expect(replies.map(codeOf)).toEqual([undefined, "books.closed_for_good"]);
});

test.each([
  ["first gets the pot as it was", 0],
  ["second gets what came to it, too", 1],
])("whoever wins the other pot %s", async (_what, later) => {
  const golfer = await app.player();
  const session = await play(golfer);
  const closing = await proposed();
  const held = await potOf(app, 1);
  const win = () => claim(golfer, session.id, "middle");
  const close = () => approve(other, closing);
  const replies = await atOnce(app, lockOfPot(1), ...(later === 0 ? [win, close] : [close, win]));
  expect(replies.map(({ status }) => status)).toEqual(later === 0 ? [201, 200] : [200, 201]);
  const { claim: won } = replies[later]?.body ?? {};
  expect(won.prizeAmount).toBe((held + later * 500) / 100);
  expect(await potOf(app, 1)).toBe(100_000 + (1 - later) * 500);
});

test.each([
  ["before it is not", true],
  ["after it is", false],
])("a course whose sales are stopped %s given the rest", async (_what, isFirst) => {
  const closing = await proposed();
  const stop = () => setOpen(admin, 1, false).then(() => undefined);
  const close = () => approve(other, closing);
  const replies = await atOnce(app, lockOf(1), ...(isFirst ? [stop, close] : [close, stop]));
  const closed = replies[isFirst ? 1 : 0];
  expect(closed && codeOf(closed)).toBe(isFirst ? "books.no_receiver" : undefined);
});

test("two courses that would close into one another are both refused", async () => {
  await grow(1);
  const there = await proposed();
  await setOpen(admin, 2, true);
  await setOpen(admin, 1, false);
  const back = await propose(admin, 1, { intoCourseId: 2 });
  await setOpen(admin, 2, false);
  const replies = await atOnce(
    app,
    lockOf(1),
    () => approve(other, there),
    () => approve(other, back),
  );
  expect(replies.map(codeOf)).toEqual(["books.no_receiver", "books.no_receiver"]);
});

test("a server that dies within it leaves the course as it was, and the approval is given again", async () => {
  const closing = await proposed();
  const { proposed: number } = await closingOf(admin, 2);
  const before = [await potOf(app, 1), await potOf(app, 2)];
  const holding = await app.owner.pool.connect();
  await holding.query("BEGIN; LOCK TABLE ledger_entries IN SHARE MODE");
  const dying = approve(other, closing);
  await untilBehind(holding, app.owner.pool, 1);
  await endConnections(app.owner, "wait_event_type = 'Lock'");
  expect((await dying).status).toBeGreaterThanOrEqual(500);
  await holding.query("COMMIT");
  holding.release();
  expect([await potOf(app, 1), await potOf(app, 2)]).toEqual(before);
  expect(await closingOf(admin, 2)).toMatchObject({ closing: null, proposed: number });
  expect((await approve(other, closing)).status).toBe(200);
  expect(await potOf(app, 2)).toBe(0);
});
