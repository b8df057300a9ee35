/** A golfer's own orders and claims come whole, however many there are, page by page. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { claimCopies, orderCopies } from "#test/many.ts";

const PAGE = 200;
/** Two whole pages and one more. */
const MANY = 2 * PAGE + 1;

let app: TestApp;
let other: Player;
beforeAll(async () => {
  app = await freshApp({ breaksBooks: true });
  other = await app.player("Other Golfer");
});
afterAll(() => app.close());

type Read = (by: Player, cursor?: string) => Promise<{ ids: string[]; nextCursor?: string | null | undefined }>;

/** Reads all pages; before the second, something new comes in, which belongs on none of them. */
async function whole(golfer: Player, read: Read, between: () => Promise<unknown>): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined | null; cursor !== null;) {
    const { ids, nextCursor } = await read(golfer, cursor);
    pages.push(ids);
    if (pages.length === 1) await between();
    cursor = nextCursor ?? null;
  }
  return pages;
}

const ordersOf: Read = async (by, cursor) => {
  const { orders, nextCursor } = await bodyOf(by.call(orderRoutes.listOrders, { query: { cursor } }));
  return { ids: orders.map(({ id }) => id), nextCursor };
};
const claimsOf: Read = async (by, cursor) => {
  const { claims, nextCursor } = await bodyOf(
    by.call(claimRoutes.listMyClaims, { params: { id: by.id }, query: { cursor } }),
  );
  return { ids: claims.map(({ id }) => id), nextCursor };
};

test("own orders come in pages that miss and repeat none while a new one comes in, and are nobody else's", async () => {
  const golfer = await app.player("Many Bought");
  await play(golfer);
  const [first] = (await ordersOf(golfer)).ids;
  await app.db.pool.query(orderCopies(String(first), MANY - 1));
  const newest = (await ordersOf(golfer)).ids;
  const pages = await whole(golfer, ordersOf, () => app.db.pool.query(orderCopies(String(first), 1)));
  expect(pages.map((ids) => ids.length)).toEqual([PAGE, PAGE, 1]);
  expect(new Set(pages.flat()).size).toBe(MANY);
  expect(pages[0]).toEqual(newest);
  // The oldest is the one that was really bought.
  expect(pages.flat().at(-1)).toBe(first);
  const { nextCursor } = await ordersOf(golfer);
  expect((await ordersOf(other, String(nextCursor))).ids).toEqual([]);
});

test("own claims come in pages that miss and repeat none while a new one comes in, and are nobody else's", async () => {
  const golfer = await app.player("Many Claimed");
  const made = await claim(golfer, (await play(golfer)).id, "left");
  const { id } = made.body.claim;
  await app.db.pool.query(claimCopies(id, MANY - 1, "Many"));
  const pages = await whole(golfer, claimsOf, () => app.db.pool.query(claimCopies(id, 1, "Newer", -60)));
  expect(pages.map((ids) => ids.length)).toEqual([PAGE, PAGE, 1]);
  expect(new Set(pages.flat()).size).toBe(MANY);
  expect(pages[0]?.[0]).toBe(id);
  const { nextCursor } = await claimsOf(golfer);
  expect((await claimsOf(other, String(nextCursor))).ids).toEqual([]);
});

test("exactly one page has no page after it; a cursor that is not ours is refused", async () => {
  const person = await app.player("Exact Page");
  await play(person);
  const [first] = (await ordersOf(person)).ids;
  await app.db.pool.query(orderCopies(String(first), PAGE - 1));
  expect(await ordersOf(person)).toMatchObject({ nextCursor: null, ids: { length: PAGE } });
  for (const cursor of ["x", "2026"]) {
    expect((await person.call(orderRoutes.listOrders, { query: { cursor } })).status).toBe(400);
    const own = await person.call(claimRoutes.listMyClaims, { params: { id: person.id }, query: { cursor } });
    expect(own.status).toBe(400);
  }
});

test("an order is not found under the id of somebody else's, of none, or under what is no id", async () => {
  await play(other);
  const { ids } = await ordersOf(other);
  const golfer = await app.player();
  for (const id of [String(ids[0]), crypto.randomUUID(), "nothing"])
    expect([id, (await golfer.call(orderRoutes.getOrder, { params: { id } })).status]).toEqual([id, 404]);
});
