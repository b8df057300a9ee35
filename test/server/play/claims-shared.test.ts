/** Claims of one hole that come at the same moment share a transaction; each ends as if it came alone. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { OFFERS } from "#features/courses/contract.ts";
import { POTS } from "#features/ledger/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claimFacts } from "#test/claim-facts.ts";
import { buy, claim, packs, play, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { type Golfer, heardApp, playing } from "#test/playing.ts";

let app: TestApp;
let heard: { sent: string[] };
const touched: string[] = [];
beforeAll(async () => {
  ({ app, heard } = await heardApp());
  app.db.onTouch((topic) => touched.push(topic));
});
afterAll(() => app.close());
beforeEach(() => (heard.sent = []));

const asOwner = (text: string, ...values: unknown[]) => app.owner.pool.query<Record<string, unknown>>(text, values);
const numberOf = async (text: string, ...values: unknown[]) => Number((await asOwner(text, ...values)).rows[0]?.["n"]);

type Change = Parameters<typeof claim>[3];
const claimAll = (all: readonly Golfer[], hole = "left", change: Change = {}) =>
  Promise.all(all.map(({ golfer, id }) => claim(golfer, id, hole, change)));
const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status);
const factsOf = ({ golfer }: Golfer) => claimFacts(app.owner.pool, golfer);

const shared = () => heard.sent.filter((text) => text.includes("FOR KEY SHARE SKIP LOCKED"));
const alone = () => heard.sent.filter((text) => /from "sessions" where .* for no key update/s.test(text));

test.each(["left", "right"])(
  "many of the %s hole share one transaction, and each has what one alone has",
  async (hole) => {
    const [one, ...others] = await playing(app, heard, 7);
    if (!one) expect.fail();
    expect((await claim(one.golfer, one.id, hole, { shotId: randomUUID() })).status).toBe(201);
    expect([shared().length, alone().length]).toEqual([0, 1]);
    const facts = await factsOf(one);
    heard.sent = [];
    const replies = await Promise.all(
      others.map(({ golfer, id }) => claim(golfer, id, hole, { shotId: randomUUID().toUpperCase() })),
    );
    expect([shared().length, alone().length]).toEqual([1, 0]);
    expect(heard.sent.filter((text) => text === "COMMIT")).toHaveLength(1);
    for (const [n, other] of others.entries()) {
      expect(await factsOf(other)).toBe(facts);
      const { status, body } = replies[n] ?? expect.fail();
      expect(status).toBe(201);
      expect(body.claim?.sessionId).toBe(other.id);
      const view = await bodyOf(other.golfer.call(playRoutes.getSession, { params: { id: other.id } }));
      expect(view.session).toEqual(body.session);
      // The same id again gets the first answer.
      const again = await claim(other.golfer, other.id, hole, { shotId: body.attempt.shotId });
      expect([again.status, again.body]).toEqual([200, body]);
    }
  },
);

const potOf = (courseId: number) =>
  numberOf("SELECT -balance_cents AS n FROM ledger_accounts WHERE key = $1", `pot:${courseId}`);

test("of many jackpots the first gets the pot, and each later one what the house has put into it since", async () => {
  const twins = await playing(app, heard, 2);
  for (const { golfer, id } of twins) expect((await claim(golfer, id, "middle")).status).toBe(201);
  const [, base = ""] = await Promise.all(twins.map(factsOf));
  const all = await playing(app, heard, 5);
  const pot = await potOf(1);
  touched.length = 0;
  const replies = await claimAll(all, "middle");
  expect([shared().length, alone().length]).toEqual([1, 0]);
  expect(touched).toContain(POTS);
  const [first, ...later] = replies.map(({ body }) => (body.claim?.prizeAmount ?? 0) * 100);
  expect(first).toBe(pot);
  expect(new Set(later)).toEqual(new Set([await potOf(1)]));
  expect(replies.map(({ body }) => body.attempt.prizeAmount)).toEqual(
    replies.map(({ body }) => body.claim?.prizeAmount),
  );
  for (const golfer of all.slice(1)) expect(await factsOf(golfer)).toBe(base);
  const { rows } = await asOwner(
    "SELECT session_id FROM claims WHERE target_hole = 'middle' ORDER BY arrival DESC LIMIT 5",
  );
  expect(rows.map((row) => row["session_id"]).toReversed()).toEqual(all.map(({ id }) => id));
});

/** A golfer whose claim is not a usual one: what happened before, and what they send. */
const odd: [string, string, number, (golfer: Golfer) => Promise<Change> | Change][] = [
  ["a miss of the last minute", "left", 201, ({ golfer, id }) => shoot(golfer, id).then(() => ({}))],
  [
    "a miss that is named",
    "left",
    201,
    async ({ golfer, id }) => {
      const missShotId = randomUUID();
      await shoot(golfer, id, { shotId: missShotId });
      return { missShotId };
    },
  ],
  ["a miss that is not there", "left", 409, () => ({ missShotId: randomUUID() })],
  ["a second claim", "left", 201, ({ golfer, id }) => claim(golfer, id, "right").then(() => ({}))],
  ["a second jackpot", "middle", 409, ({ golfer, id }) => claim(golfer, id, "middle").then(() => ({}))],
  ["a hit before the session", "left", 409, () => ({ secondsAgo: 3600 })],
  ["no hole", "missed", 400, () => ({})],
  [
    "an id that a shot has",
    "left",
    200,
    async ({ golfer, id }) => {
      const shotId = randomUUID();
      await shoot(golfer, id, { shotId, targetHole: "left" });
      return { shotId };
    },
  ],
  [
    "a session that was ended",
    "left",
    201,
    async ({ golfer, id }) => {
      await bodyOf(golfer.call(playRoutes.completeSession, { params: { id } }));
      return {};
    },
  ],
  [
    "a clock that has run out",
    "left",
    201,
    async ({ id }) => {
      const ranOut = "UPDATE sessions SET expires_at = $2::timestamptz - interval '1 second' WHERE id = $1";
      await asOwner(ranOut, id, app.clock.now());
      return {};
    },
  ],
  [
    "an order that was refunded",
    "left",
    409,
    async ({ id }) => {
      await asOwner("UPDATE orders SET status = 'refund_due' WHERE session_id = $1", id);
      return {};
    },
  ],
  ["a session that is not there", "left", 404, () => ({ sessionId: randomUUID() })],
];
afterEach(() => asOwner("UPDATE orders SET status = 'fulfilled' WHERE status = 'refund_due'"));

test.each(odd)("%s, twice, is answered as alone, and the others share", async (_name, hole, status, prepare) => {
  const [first, twin, one, two, ...others] = await playing(app, heard, 7);
  if (!first || !twin || !one || !two) expect.fail();
  // The pot has its base from now on, so that all jackpots are of one amount.
  await claim(first.golfer, first.id, "middle");
  const changes = [await prepare(one), await prepare(two)];
  const answer = await claim(twin.golfer, twin.id, hole, await prepare(twin));
  expect(answer.status).toBe(status);
  heard.sent = [];
  const replies = await Promise.all([
    claim(one.golfer, one.id, hole, changes[0]),
    claim(two.golfer, two.id, hole, changes[1]),
    ...others.map(({ golfer, id }) => claim(golfer, id, "left")),
  ]);
  expect(statusesOf(replies)).toEqual([status, status, 201, 201, 201]);
  expect(shared().length).toBeGreaterThan(0);
  expect(alone().length).toBeLessThanOrEqual(2);
  const facts = await factsOf(twin);
  for (const golfer of [one, two]) expect(await factsOf(golfer)).toBe(facts);
  // Claims of one moment have no order in the answer.
  expect(replies.slice(0, 2).map(({ body }) => body.session?.claims.length)).toEqual(
    [one, two].map(() => answer.body.session?.claims.length),
  );
});

test("a golfer without balls claims for a recorded miss, and the others share", async () => {
  const [out, ...others] = await playing(app, heard, 4);
  if (!out) expect.fail();
  for (let n = 0; n < packs.jackpot.balls; n++) await shoot(out.golfer, out.id);
  await app.clock.advance(61);
  expect(statusesOf(await claimAll([out, ...others]))).toEqual([201, 201, 201, 201]);
  expect(shared()).toHaveLength(1);
  const shots = (which: string) =>
    numberOf(`SELECT count(*) AS n FROM attempts WHERE session_id = $1 ${which}`, out.id);
  expect([await shots(""), await shots("AND prize_claim")]).toEqual([packs.jackpot.balls, 1]);
});

test("the jackpot of a package without one is refused, and the others share", async () => {
  const [[poor], others] = [
    await playing(app, heard, 1, (golfer) => play(golfer, packs.sponsored)),
    await playing(app, heard, 3),
  ];
  if (!poor) expect.fail();
  expect(statusesOf(await claimAll([poor, ...others], "middle"))).toEqual([409, 201, 201, 201]);
  expect(shared()).toHaveLength(1);
});

test("who has hit with all balls and claimed nothing has nothing left to claim, and the others share", async () => {
  const [out, ...others] = await playing(app, heard, 4);
  if (!out) expect.fail();
  for (let n = 0; n < packs.jackpot.balls; n++) await shoot(out.golfer, out.id, { targetHole: "right" });
  expect(statusesOf(await claimAll([out, ...others]))).toEqual([409, 201, 201, 201]);
});

test("two claims of one session at once are both made, and of two with one id one is", async () => {
  const [twice, same, ...others] = await playing(app, heard, 4);
  if (!twice || !same) expect.fail();
  const claims = ({ id }: Golfer) => numberOf("SELECT count(*) AS n FROM claims WHERE session_id = $1", id);
  expect(statusesOf(await claimAll([twice, twice, ...others]))).toEqual([201, 201, 201, 201]);
  expect(await claims(twice)).toBe(2);
  expect(await numberOf("SELECT claim_count AS n FROM sessions WHERE id = $1", twice.id)).toBe(2);
  const shotId = randomUUID();
  const replies = await Promise.all([same, same].map(({ golfer, id }) => claim(golfer, id, "left", { shotId })));
  expect(statusesOf(replies).toSorted((a, b) => a - b)).toEqual([200, 201]);
  expect(await claims(same)).toBe(1);
});

test("a claim for another's seat, and a friend's own, are made alone, and belong to the same people", async () => {
  const others = await playing(app, heard, 2);
  const [buyer, friend] = [await app.player("Bea Buyer"), await app.player("Fred Friend")];
  const { session } = await bodyOf(
    buy(buyer, {
      sessionData: {
        groupData: {
          mainPlayer: { bayNumber: 7, ballCount: 4 },
          friends: [
            { name: "Guest", bayNumber: 8, ballCount: 3 },
            { userId: friend.userId, name: "", bayNumber: 9, ballCount: 3 },
          ],
        },
      },
    }),
  );
  const [guestSeat = "", friendSeat = ""] = session.groupData?.friendSessionIds ?? [];
  heard.sent = [];
  const replies = await Promise.all([
    claim(buyer, session.id, "left"),
    claim(buyer, guestSeat, "left"),
    claim(friend, friendSeat, "left"),
    ...others.map(({ golfer, id }) => claim(golfer, id, "left")),
  ]);
  expect(statusesOf(replies)).toEqual([201, 201, 201, 201, 201]);
  // The buyer's own, too, if it was on its way before the others.
  expect(alone().length).toBeGreaterThanOrEqual(2);
  const { rows } = await asOwner(
    "SELECT player_name, on_guest_row, user_id = $1 AS buyers FROM claims WHERE buyer_id = $1 ORDER BY player_name, arrival",
    buyer.id,
  );
  expect(rows).toEqual([
    { player_name: "Bea Buyer", on_guest_row: false, buyers: true },
    { player_name: "Fred Friend", on_guest_row: false, buyers: false },
    { player_name: "Guest", on_guest_row: true, buyers: true },
  ]);
});

test("a golfer who has deleted the account claims nothing, and the others do", async () => {
  const [gone, ...others] = await playing(app, heard, 4);
  if (!gone) expect.fail();
  await asOwner("UPDATE users SET deleted_at = $2 WHERE id = $1", gone.golfer.id, app.clock.now());
  const replies = await claimAll([gone, ...others]);
  expect(statusesOf(replies)).toEqual([expect.toSatisfy((status) => status === 401 || status === 404), 201, 201, 201]);
  await asOwner("UPDATE users SET deleted_at = NULL WHERE id = $1", gone.golfer.id);
});

test("a jackpot that is refused for an earlier one refuses only its own golfer", async () => {
  const [twice, ...others] = await playing(app, heard, 3);
  if (!twice) expect.fail();
  await claim(twice.golfer, twice.id, "middle");
  // As if its session did not know of it.
  const count = (claims: number) => asOwner("UPDATE sessions SET claim_count = $2 WHERE id = $1", twice.id, claims);
  await count(0);
  expect(statusesOf(await claimAll([twice, ...others], "middle"))).toEqual([409, 201, 201]);
  await count(1);
});

test("if a stock does not suffice for all, as many get the prize as it has, and the others the usual one", async () => {
  const { rows } = await asOwner(
    "SELECT id, prize_name FROM sponsored_prizes WHERE course_id = 1 AND hole = 'right' AND is_active ORDER BY id LIMIT 1",
  );
  const prize = firstOf(rows);
  await asOwner("UPDATE sponsored_prizes SET stock = reserved + 3 WHERE id = $1", prize["id"]);
  const all = await playing(app, heard, 5);
  touched.length = 0;
  const replies = await claimAll(all, "right");
  expect(statusesOf(replies)).toEqual(all.map(() => 201));
  const names = replies.map(({ body }) => body.claim?.prizeDescription);
  expect(names.filter((name) => name === prize["prize_name"])).toHaveLength(3);
  expect(touched).toContain(OFFERS);
  expect(await numberOf("SELECT stock - reserved AS n FROM sponsored_prizes WHERE id = $1", prize["id"])).toBe(0);
  // What suffices for all exactly is shared.
  await asOwner("UPDATE sponsored_prizes SET stock = reserved + 4 WHERE id = $1", prize["id"]);
  const last = await playing(app, heard, 4);
  const names2 = (await claimAll(last, "right")).map(({ body }) => body.claim?.prizeDescription);
  expect(new Set(names2)).toEqual(new Set([prize["prize_name"]]));
  expect([shared().length, alone().length]).toEqual([1, 0]);
  await asOwner("UPDATE sponsored_prizes SET stock = NULL WHERE id = $1", prize["id"]);
});
