/**
 * When two people change one group at the same moment, there is never a deadlock: every pair of calls that write to its
 * rows is raced, and the database's count of deadlocks must stay 0. The answers alone do not show a deadlock, because
 * its transaction is repeated and then succeeds.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, type Json, type Player, type Reply, shoot, type TestApp } from "#test/app.ts";

/** Races of each pair at once: enough that each order of the rows' random ids comes up. */
const GROUPS = 3;

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ poolSize: 2 * GROUPS + 2 });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

interface Group {
  buyer: Player;
  friends: [Player, Player];
  session: Json;
  order: Json;
  rows: [string, string];
}

/** A group whose own balls are gone (the buyer may buy more), with a miss to undo on each friend's session. */
async function group(): Promise<Group> {
  const [buyer, first, second] = [await app.player(), await app.player(), await app.player()];
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 1 },
    friends: [first, second].map(({ userId }, index) => ({
      userId,
      name: "",
      bayNumber: 2 + index,
      ballCount: index === 0 ? 8 : 1,
    })),
  };
  const { body } = await buy(buyer, { sessionData: { bayNumber: undefined, groupData } });
  const [one = "", two = ""] = body.session.groupData.friendSessionIds;
  await shoot(buyer, body.session.id);
  await shoot(second, two);
  return { buyer, friends: [first, second], session: body.session, order: body.order, rows: [one, two] };
}

const refund = (order: Json, amount?: number) =>
  admin.call(paymentRoutes.refundOrder, {
    params: { id: order.id },
    body: { reason: "Rain", ...(amount ? { amount } : {}) },
  });

/** Everything that writes to the rows of a group, by the people who may. */
const steps: Record<string, (group: Group) => Promise<Reply | Reply[]>> = {
  "a friend leaves": ({ friends: [first], rows: [row] }) => first.call(playRoutes.leaveGroup, { params: { id: row } }),
  "the buyer ends all": ({ buyer, session }) => buyer.call(playRoutes.completeSession, { params: { id: session.id } }),
  "a friend ends": ({ friends: [first], rows: [row] }) =>
    first.call(playRoutes.completeSession, { params: { id: row } }),
  "the buyer buys more": ({ buyer }) => buy(buyer, { sessionData: { purchaseContext: "buy_more_balls" } }),
  "a friend claims": ({ friends: [first], rows: [row] }) => claim(first, row, "middle"),
  "the buyer claims": ({ buyer, session }) => claim(buyer, session.id, "left"),
  "a friend's shots": async ({ friends: [first], rows: [row] }) => [await shoot(first, row), await shoot(first, row)],
  "staff extend": ({ rows: [row] }) =>
    admin.call(bayRoutes.extendSession, { params: { id: row }, body: { minutes: 5, reason: "Waited" } }),
  "staff pause": ({ session }) =>
    admin.call(bayRoutes.pauseSession, { params: { id: session.id }, body: { reason: "Lightning" } }),
  "staff move": ({ rows: [, row] }) =>
    admin.call(bayRoutes.moveSession, { params: { id: row }, body: { bayNumber: 9, reason: "Broken mat" } }),
  "a full refund": ({ order }) => refund(order),
  "a part of a refund": ({ order }) => refund(order, 1),
};
const all = Object.entries(steps);

test.each(all)("%s beside each other step without a fault", { timeout: 120_000 }, async (one, first) => {
  for (const [two, second] of all.slice(all.findIndex(([name]) => name === one))) {
    const groups = await Promise.all(Array.from({ length: GROUPS }, group));
    const replies = await Promise.all(groups.flatMap((of) => [first(of), second(of)]));
    for (const { status } of replies.flat()) expect(status, `${one} beside ${two}`).toBeLessThan(500);
  }
});

test("two golfers who buy each other's bays, after both times ran out, both get them", async () => {
  await app.db.pool.query("UPDATE courses SET exclusive_bays = true WHERE id = 2");
  const inBay = (player: Player, bayNumber: number) =>
    buy(player, { amount: 6, sessionData: { courseId: 2, bayNumber } });
  const couples = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const couple = { one: await app.player(), two: await app.player(), bays: [2 * n + 1, 2 * n + 2] as const };
      expect((await inBay(couple.one, couple.bays[0])).status).toBe(200);
      expect((await inBay(couple.two, couple.bays[1])).status).toBe(200);
      return couple;
    }),
  );
  await app.clock.advance(3600);
  const replies = await Promise.all(
    couples.flatMap(({ one, two, bays }) => [inBay(one, bays[1]), inBay(two, bays[0])]),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});

test("the database has counted no deadlock", async () => {
  // Each backend tells the statistics at most once a second.
  await wait(1500);
  const { rows } = await app.db.pool.query("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  expect(Number(rows[0].deadlocks)).toBe(0);
});
