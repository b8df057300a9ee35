/** The lists of the desk: their orders, and what their filters count. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { claim, freshApp, type Json, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
let staff: Player;
beforeAll(async () => {
  app = await freshApp();
  [admin, staff] = [await app.signIn("admin@acebay.test"), await app.signIn("staff@acebay.test")];
});
afterAll(() => app.close());

test("orders are sorted by time and by amount, over pages that miss and repeat no order", async () => {
  const person = await app.player("Sorted Case");
  await app.db.pool.query(
    `INSERT INTO orders (id, user_id, course_id, package_id, package_name, package_type, ball_count, amount_cents,
       jackpot_share_cents, range_share_cents, purchase_context, start_at_once, status, created_at)
     SELECT gen_random_uuid(), $1, 1, 4, 'Many', 'jackpot', 10, 100 * (1 + n % 3), 0, 0, 'initial', true, 'declined', $2::timestamptz - make_interval(mins => n)
     FROM generate_series(1, 150) n`,
    [person.id, app.clock.now()],
  );
  const all = async (sort: string) => {
    const orders: Json[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = new URLSearchParams({ q: person.email, sort, ...(cursor ? { cursor } : {}) });
      const { body } = await admin.raw("GET", `/api/admin/orders?${query.toString()}`);
      orders.push(...body.orders);
      cursor = body.nextCursor;
    }
    expect(new Set(orders.map(({ id }) => id)).size).toBe(150);
    return orders;
  };
  const [newest, oldest, largest, smallest] = [
    await all("newest"),
    await all("oldest"),
    await all("largest"),
    await all("smallest"),
  ];
  expect(oldest).toEqual(newest.toReversed());
  expect(smallest).toEqual(largest.toReversed());
  const amounts = largest.map(({ amount }) => amount);
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
});

test("claims are counted by status, and beside that those of a filter", async () => {
  for (const name of ["Cora Counted", "Cora Verified", "Cora Rejected", "Somebody Else"]) {
    const golfer = await app.player(name);
    const { body } = await claim(golfer, (await play(golfer)).id, "left");
    const of = { params: { id: body.claim.id } };
    if (name === "Cora Verified") await bodyOf(admin.call(claimRoutes.verifyClaim, of));
    if (name === "Cora Rejected")
      await bodyOf(admin.call(claimRoutes.rejectClaim, { ...of, body: { reason: "It bounced out" } }));
  }
  const count = async (query: object, by = admin) => bodyOf(by.call(claimRoutes.countClaims, { query }));
  const whole = { pending: 2, verified: 1, rejected: 1 };
  expect(await count({})).toEqual({ ...whole, verifiedMoney: 0, fitting: whole });
  expect(await count({ search: "cora" })).toMatchObject({
    ...whole,
    fitting: { pending: 1, verified: 1, rejected: 1 },
  });
  const nothing = { pending: 0, verified: 0, rejected: 0 };
  expect(await count({ courseId: 2 })).toMatchObject({ ...whole, fitting: nothing });
  expect(await count({ dateFilter: "2020-01-01" })).toMatchObject({ fitting: nothing });
  // Staff count no course of others, whatever they ask for.
  expect(await count({ courseId: 2 }, staff)).toMatchObject({ fitting: nothing });
});
