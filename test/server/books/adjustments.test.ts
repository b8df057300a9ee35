/** Corrections by hand: always by two administrators, and a pot is never below zero. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdjustedAccount, adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { claim, play, type Player, type TestApp } from "#test/app.ts";
import { atOnce } from "#test/at-once.ts";
import { bodyOf } from "#test/calls.ts";
import { approve, codeOf, twoAdministrators, withdraw } from "#test/server/accounts/two-people-calls.ts";

let app: TestApp;
let admin: Player;
let other: Player;
beforeAll(async () => {
  ({ app, one: admin, other } = await twoAdministrators());
  await play(await app.player());
});
afterAll(() => app.close());

const adjust = (account: AdjustedAccount, amount: unknown, change: object = {}) =>
  admin.call(adjustmentRoutes.proposeAdjustment, {
    body: { courseId: 1, account, amount, reason: "Counted anew", ...change },
  });
const balance = async (key: string): Promise<number> =>
  (await app.db.pool.query("SELECT balance_cents::float8 AS cents FROM ledger_accounts WHERE key = $1", [key])).rows[0]
    ?.cents ?? 0;
const listed = async () => (await bodyOf(admin.call(adjustmentRoutes.listAdjustments))).adjustments;

describe("an adjustment", () => {
  test.each<[AdjustedAccount, number]>([
    ["pot", -1],
    ["revenue", -1],
    ["range_share", -1],
    ["tax_payable", -1],
    ["fees", 1],
  ])("of %s is booked against the course's adjustments, once a second administrator approves it", async (of, sign) => {
    const before = [await balance(`${of}:1`), await balance("adjustment:1")];
    const proposed = await adjust(of, 2.5);
    expect(proposed.status).toBe(202);
    expect(codeOf(await approve(admin, proposed))).toBe("proposals.own");
    expect(await balance(`${of}:1`)).toBe(before[0]);
    expect((await approve(other, proposed)).status).toBe(200);
    const after = [await balance(`${of}:1`), await balance("adjustment:1")];
    expect(after.map((cents, index) => cents - (before[index] ?? 0))).toEqual([sign * 250, sign * -250]);
    expect((await listed()).find(({ account }) => account === of)).toMatchObject({
      amount: 2.5,
      reason: "Counted anew",
      proposedBy: "Alex Greenkeeper",
      approvedBy: "Sonja Second",
    });
  });

  test("that is withdrawn books nothing", async () => {
    const before = (await listed()).length;
    await withdraw(other, await adjust("revenue", -7));
    expect((await listed()).length).toBe(before);
  });

  test.each([
    [{ amount: 0 }, 400],
    [{ amount: 0.001 }, 400],
    [{ account: "cash" }, 400],
    [{ reason: " " }, 400],
    [{ courseId: 99 }, 404],
  ])("%o is refused", async (change, status) => {
    expect((await adjust("pot", 1, change)).status).toBe(status);
  });

  test("never takes a pot below zero, neither when proposed nor when approved", async () => {
    const held = -(await balance("pot:2")) / 100;
    const ofTwo = { courseId: 2 };
    expect(codeOf(await adjust("pot", -held - 0.01, ofTwo))).toBe("books.pot_below_zero");
    const all = await adjust("pot", -held, ofTwo);
    const again = await adjust("pot", -held, { ...ofTwo, reason: "The same" });
    const lock = "SELECT 1 FROM ledger_accounts WHERE key = 'pot:2' FOR UPDATE";
    const replies = await atOnce(
      app,
      lock,
      () => approve(other, all),
      () => approve(other, again),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    expect(codeOf(replies[1])).toBe("books.pot_below_zero");
    expect(await balance("pot:2")).toBe(0);
  });

  test("that meets a jackpot claim: the later of the two sees the earlier", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const held = -(await balance("pot:1")) / 100;
    const proposed = await adjust("pot", -held);
    const lock = "SELECT 1 FROM ledger_accounts WHERE key = 'pot:1' FOR UPDATE";
    const [won, taken] = await atOnce(
      app,
      lock,
      () => claim(golfer, session.id, "middle"),
      () => approve(other, proposed),
    );
    expect(won).toMatchObject({ status: 201, body: { claim: { prizeAmount: held } } });
    expect(codeOf(taken)).toBe("books.pot_below_zero");
    expect(await balance("pot:1")).toBeLessThan(0);
  });
});
