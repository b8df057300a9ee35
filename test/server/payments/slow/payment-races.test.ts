/** Twenty payments of one player at the same moment, and a proof that the test can fail: without the index it does. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { courseRoutes } from "#features/courses/contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { openPot } from "#features/ledger/server/store.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { capturesOf } from "#test/books.ts";
import { buy, freshApp, packs, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const RACERS = 20;
let app: TestApp;
let broken: TestApp;
beforeAll(async () => {
  app = await freshApp({ poolSize: RACERS });
  broken = await freshApp({ poolSize: RACERS });
  await broken.owner.pool.query("DROP INDEX one_open_order");
});
afterAll(() => Promise.all([app.close(), broken.close()]));

/** Twenty browsers of one player pay for one thing: with keys of their own, or without. */
async function race(on: TestApp, keys: boolean, start: boolean) {
  const golfer = await on.player();
  const replies = await Promise.all(
    Array.from({ length: RACERS }, () => buy(golfer, { start, ...(keys ? { key: randomUUID() } : {}) })),
  );
  return { golfer, statuses: replies.map(({ status }) => status), captures: await capturesOf(on, golfer.id) };
}

describe.each([
  ["with a key each", true, true],
  ["without a key", false, true],
  ["ahead", true, false],
] as const)("twenty payments %s", (_, keys, start) => {
  test("make one charge and one order, and the others get 409", async () => {
    const { golfer, statuses, captures } = await race(app, keys, start);
    expect(captures).toEqual([500]);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(RACERS - 1).fill(409)]);
    expect((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).toHaveLength(1);
  });

  test("charge more than once without the index one_open_order", async () => {
    // Two must ask before the first has written; with few round trips they do not each time.
    const most = async (races: number): Promise<number> => {
      const { length } = (await race(broken, keys, start)).captures;
      return length > 1 || races === 1 ? length : most(races - 1);
    };
    expect(await most(10)).toBeGreaterThan(1);
  });
});

test("for different packages at different courses are charged one at a time, and each is fulfilled or refused", async () => {
  const golfer = await app.player();
  const wanted = [packs.single, packs.sponsored, packs.jackpot];
  const replies = await Promise.all(
    Array.from({ length: RACERS }, (_, n) => buy(golfer, { pack: wanted[n % 3] ?? packs.single })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await capturesOf(app, golfer.id)).toHaveLength(1);
});

test("declined payments do not block one that is accepted", async () => {
  const golfer = await app.player();
  const declined = { paymentInfo: { cardNumber: "4000000000000002" } };
  const replies = await Promise.all(Array.from({ length: RACERS }, () => buy(golfer, declined)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(
    new Set([402, 409]).intersection(new Set(replies.map(({ status }) => status))),
  );
  expect((await buy(golfer)).status).toBe(200);
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});

test("payments of twenty players make twenty charges: nobody waits for another", async () => {
  const golfers = await Promise.all(Array.from({ length: RACERS }, () => app.player()));
  const replies = await Promise.all(golfers.map((golfer) => buy(golfer)));
  expect(replies.map(({ status }) => status)).toEqual(Array(RACERS).fill(200));
  const course = await bodyOf(app.browser().call(courseRoutes.getCourse, { params: { id: 1 } }));
  const { rows } = await app.db.pool.query(
    // What is paid ahead joins the pot when it starts.
    "SELECT sum(jackpot_share_cents) AS share FROM orders WHERE status = 'fulfilled'",
  );
  expect(course.course.jackpotAmount).toBe(1000 + rows[0].share / 100);
});

test("the first payments of a new course at once make its accounts, and take their locks in one order", async () => {
  const golfers = await Promise.all(Array.from({ length: RACERS }, () => app.player()));
  for (let courseId = 50; courseId < 60; courseId++) {
    await app.db.pool.query(
      "INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count) VALUES ($1, 'New', '-', 0, 0, 'UTC', 9)",
      [courseId],
    );
    await noteTerms(app.db, app.clock.now());
    await openPot(app.db, courseId, 100_000, app.clock.now());
    // Paid ahead, so that each golfer can pay at every course.
    const pay = (golfer: Player) => buy(golfer, { start: false, sessionData: { courseId } });
    const replies = await Promise.all(golfers.map(pay));
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(RACERS).fill(200));
  }
});
