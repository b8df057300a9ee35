/**
 * Races for things that may exist only once, and the proof that these tests can fail: without the constraint the same
 * race is lost.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, packs, play, type Player, type Reply, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const RACERS = 20;

let app: TestApp;
let broken: TestApp;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  broken = await freshApp({ poolSize: 20, breaksBooks: true });
  for (const index of ["one_open_order", "one_active_session", "one_pending_middle_claim"])
    await broken.owner.pool.query(`DROP INDEX ${index}`);
  await broken.owner.pool.query("ALTER TABLE free_shots DROP CONSTRAINT one_free_shot_a_day");
});
afterAll(() => Promise.all([app.close(), broken.close()]));

const race = (run: (n: number) => Promise<Reply>) => Promise.all(Array.from({ length: RACERS }, (_, n) => run(n)));
const won = (replies: Reply[]) => replies.filter(({ status }) => status < 300).length;
const captures = async (on: TestApp, player: Player) => {
  const { rows } = await on.db.pool.query(
    "SELECT count(*) AS n FROM sandbox.payments g JOIN payment_attempts p ON p.id::text = g.attempt_id JOIN orders o ON o.id = p.order_id WHERE o.user_id = $1 AND g.status = 'captured'",
    [player.id],
  );
  return rows[0].n;
};

/** Two different packages paid ahead: two orders that could both start. */
async function paidAhead(on: TestApp): Promise<{ player: Player; orders: string[] }> {
  const player = await on.player();
  const orders: string[] = [];
  for (const pack of [packs.jackpot, packs.sponsored])
    orders.push((await buy(player, { pack, start: false })).body.order.id);
  return { player, orders };
}
const start = (player: Player, orders: string[], n: number) => {
  const pack = n % 2 === 0 ? packs.jackpot : packs.sponsored;
  return player.call(playRoutes.startSession, {
    body: {
      courseId: 1,
      packageId: pack.packageId,
      bayNumber: 5,
      orderId: orders[n % 2],
    },
  });
};
const freeShot = (player: Player) =>
  player.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 5, teeTime: "14:30" } });

describe("exactly one of twenty wins", () => {
  test("payments: one charge, one session", async () => {
    const player = await app.player();
    const replies = await race(() => buy(player));
    expect(won(replies)).toBe(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(RACERS - 1);
    expect(await captures(app, player)).toBe(1);
  });

  test("payments with one idempotency key: one charge, and the others are told to wait or get its answer", async () => {
    const player = await app.player();
    const replies = await race(() => buy(player, { key: "the-same" }));
    expect(new Set(replies.map(({ status }) => status))).toEqual(
      new Set([200, 409]).intersection(new Set(replies.map(({ status }) => status))),
    );
    expect(await captures(app, player)).toBe(1);
    const again = await buy(player, { key: "the-same" });
    expect(again).toMatchObject({ status: 200, body: { success: true } });
    for (const { body } of replies.filter(({ status }) => status === 200)) expect(body).toEqual(again.body);
  });

  test("sessions from two paid orders", async () => {
    const { player, orders } = await paidAhead(app);
    const replies = await race((n) => start(player, orders, n));
    expect(won(replies)).toBe(1);
    const statuses = (await bodyOf(player.call(orderRoutes.listOrders))).orders.map(
      ({ status }: { status: string }) => status,
    );
    expect(statuses.toSorted()).toEqual(["fulfilled", "paid"]);
  });

  test("free shots", async () => {
    const player = await app.player();
    expect(won(await race(() => freeShot(player)))).toBe(1);
  });

  test("claims of the middle hole: one jackpot is reserved", async () => {
    const player = await app.player();
    const session = await play(player);
    const replies = await race(() => claim(player, session.id, "middle"));
    expect(won(replies)).toBe(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(RACERS - 1);
  });

  test("a payment against a free shot against a paid order", async () => {
    const { player, orders } = await paidAhead(app);
    const replies = await race((n) =>
      n % 3 === 0 ? buy(player, { pack: packs.single }) : n % 3 === 1 ? freeShot(player) : start(player, orders, n),
    );
    const { sessions } = await bodyOf(player.call(playRoutes.listActiveSessions, { params: { id: player.id } }));
    expect(sessions).toHaveLength(1);
    expect(won(replies)).toBeGreaterThanOrEqual(1);
  });
});

/**
 * The most calls that any of a few races let through, because on a busy machine the calls of one race may come one by
 * one.
 */
async function mostOf(count: () => Promise<number>): Promise<number> {
  let most = 0;
  for (let races = 0; races < 10 && most <= 1; races++) most = Math.max(most, await count());
  return most;
}

describe("without the constraint the same race is lost, so these tests can fail", () => {
  test("payments", async () => {
    const captured = await mostOf(async () => {
      const player = await broken.player();
      await race(() => buy(player));
      return Number(await captures(broken, player));
    });
    expect(captured).toBeGreaterThan(1);
  });

  test("sessions", async () => {
    const started = await mostOf(async () => {
      const { player, orders } = await paidAhead(broken);
      return won(await race((n) => start(player, orders, n)));
    });
    expect(started).toBeGreaterThan(1);
  });

  test("claims of the middle hole", async () => {
    const claimed = await mostOf(async () => {
      const player = await broken.player();
      const session = await play(player);
      return won(await race(() => claim(player, session.id, "middle")));
    });
    expect(claimed).toBeGreaterThan(1);
  });

  test("free shots", async () => {
    const given = await mostOf(async () => {
      const player = await broken.player();
      return won(await race(() => freeShot(player)));
    });
    expect(given).toBeGreaterThan(1);
  });
});
