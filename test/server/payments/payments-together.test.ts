/** Payments at one course that come at the same moment share transactions; each ends as if it came alone. */
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { priceAt } from "#features/courses/rules.ts";
import { LATE_CAPTURE_SECONDS } from "#features/payments/rules.ts";
import { untilBehind, whileHeld } from "#test/at-once.ts";
import { buy, freshApp, packs, type Player, play, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { runJobs } from "#test/jobs.ts";
import { openOwnBays } from "#test/own-bays.ts";
import { paymentFacts, statusesOfOrders } from "#test/payment-facts.ts";
import { hearStatements } from "#test/statements.ts";

let app: TestApp;
let sent: string[] = [];
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  await app.jobs.stop();
  await hearStatements(app.db.pool, (text) => sent.push(text));
});
afterAll(() => app.close());
beforeEach(() => (sent = []));

const golfers = (count: number) => Promise.all(Array.from({ length: count }, () => app.player()));
type Change = Parameters<typeof buy>[1];
const buyAll = (all: readonly Player[], change: Change = {}) => Promise.all(all.map((one) => buy(one, change)));
const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status);
const asOwner = (text: string, ...values: unknown[]) => app.owner.pool.query<Record<string, unknown>>(text, values);

const openedTogether = () =>
  sent.filter((text) => text.includes("AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED"));
const settledTogether = () => sent.filter((text) => text.includes("asked.attempt_id FOR NO KEY UPDATE SKIP LOCKED"));
const startedAlone = () => sent.filter((text) => text.startsWith('insert into "sessions"'));

const factsOf = (golfer: Player) => paymentFacts(app.owner.pool, golfer);

test("many share one transaction for their orders and one for their captures, and each has what one alone has", async () => {
  const kinds = [packs.jackpot, packs.single];
  const facts: string[] = [];
  for (const pack of kinds) {
    const one = await app.player();
    expect((await buy(one, { pack })).status).toBe(200);
    facts.push(await factsOf(one));
  }
  expect([openedTogether().length, settledTogether().length, startedAlone().length]).toEqual([0, 0, 2]);
  const all = await golfers(6);
  sent = [];
  const replies = await Promise.all(all.map((golfer, n) => bodyOf(buy(golfer, { pack: firstOf(kinds.slice(n % 2)) }))));
  expect([openedTogether().length, settledTogether().length, startedAlone().length]).toEqual([1, 1, 0]);
  for (const [n, golfer] of all.entries()) {
    expect(await factsOf(golfer)).toBe(facts[n % 2]);
    const { session, order } = replies[n] ?? {};
    expect(order?.sessionId).toBe(session?.id);
    expect((await shoot(golfer, session?.id ?? "")).status).toBe(201);
  }
});

/** A golfer whose payment is not a usual one: what they send, and the answer. */
const odd: [string, number, (golfer: Player) => Promise<Change> | Change][] = [
  ["a declined card", 402, () => ({ paymentInfo: { cardNumber: "4000 0000 0000 0002" } })],
  ["a bank that asks", 202, () => ({ paymentInfo: { cardNumber: "4000 0000 0000 3220" } })],
  ["a reply that is lost", 202, () => ({ paymentInfo: { cardNumber: "4000 0000 0006 0006" } })],
  ["a card that is kept", 200, () => ({ paymentInfo: { saveCard: true } })],
  ["a wrong price", 409, () => ({ amount: 4 })],
  ["a package that is not sold", 404, () => ({ pack: { packageId: 99, price: 5 } })],
  ["a payment ahead", 200, () => ({ start: false })],
  [
    "a group",
    200,
    () => ({
      sessionData: {
        groupData: {
          mainPlayer: { bayNumber: 7, ballCount: 5 },
          friends: [{ name: "Guest", bayNumber: 8, ballCount: 5 }],
        },
      },
    }),
  ],
  ["a golfer who plays", 409, (golfer) => play(golfer).then(() => ({}))],
  ["a golfer with a paid order", 409, (golfer) => bodyOf(buy(golfer, { start: false })).then(() => ({}))],
  [
    "a golfer whose balls are used up",
    200,
    async (golfer) => {
      const { id } = await play(golfer, packs.single);
      expect((await shoot(golfer, id)).status).toBe(201);
      return {};
    },
  ],
  [
    "a golfer after many declines",
    429,
    async (golfer) => {
      for (let n = 0; n < 20; n++) {
        const { status } = await buy(golfer, { paymentInfo: { cardNumber: "4000 0000 0000 0002" } });
        if (status === 429) return {};
      }
      expect.fail();
    },
  ],
];

test.each(odd)("%s, twice, is answered as alone, and the others share", async (_name, status, prepare) => {
  const [twin, one, two, ...others] = await golfers(6);
  if (!twin || !one || !two) expect.fail();
  const changes = [await prepare(one), await prepare(two)];
  expect((await buy(twin, await prepare(twin))).status).toBe(status);
  sent = [];
  const replies = await Promise.all([
    buy(one, changes[0]),
    buy(two, changes[1]),
    ...others.map((golfer) => buy(golfer)),
  ]);
  expect(statusesOf(replies)).toEqual([status, status, 200, 200, 200]);
  const counts = [openedTogether(), settledTogether(), startedAlone()].map(({ length }) => length);
  expect(counts).toEqual([
    expect.toSatisfy((n) => n > 0),
    expect.toSatisfy((n) => n > 0),
    expect.toSatisfy((n) => n <= 2),
  ]);
  const facts = await factsOf(twin);
  for (const golfer of [one, two]) expect(await factsOf(golfer)).toBe(facts);
});

test("of two payments of one account at once one is taken, and the others are paid", async () => {
  const [twice, ...others] = await golfers(3);
  if (!twice) expect.fail();
  const replies = await buyAll([twice, ...others, twice]);
  expect(statusesOf(replies).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409]);
  expect(statusesOf(replies.slice(1, 3))).toEqual([200, 200]);
  const { rows } = await asOwner("SELECT count(*) AS n FROM sessions WHERE buyer_id = $1", twice.id);
  expect(Number(rows[0]?.["n"])).toBe(1);
});

test("at a course with bays of one's own each is paid alone, and one bay is sold once", async () => {
  await openOwnBays(app);
  const [one, ...others] = await golfers(3);
  if (!one) expect.fail();
  const at = (bayNumber: number) => ({ pack: packs.single, sessionData: { courseId: 5, bayNumber } });
  const replies = await Promise.all([buy(one, at(2)), ...others.map((golfer) => buy(golfer, at(1)))]);
  expect(statusesOf(replies).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
  expect([openedTogether().length, startedAlone().length]).toEqual([0, 2]);
});

test("nobody waits for an account that is in use, neither when orders are opened nor when captures are settled", async () => {
  for (const change of [undefined, "INSERT ON sandbox.payments"]) {
    const [busy, ...others] = await golfers(4);
    if (!busy) expect.fail();
    let holder: pg.PoolClient | undefined;
    const inUse = async () => {
      holder = await app.owner.pool.connect();
      await holder.query(`BEGIN; SELECT FROM users WHERE id = '${busy.id}' FOR UPDATE`);
    };
    let isAnswered = false;
    let waiting: ReturnType<typeof buy> | undefined;
    let paid: ReturnType<typeof buyAll> | undefined;
    const begin = () => {
      waiting = buy(busy).finally(() => (isAnswered = true));
      paid = buyAll(others);
    };
    try {
      if (change === undefined) await inUse().then(begin);
      else await whileHeld(app, change, inUse, async () => begin());
      expect(statusesOf((await paid) ?? [])).toEqual([200, 200, 200]);
      expect(isAnswered).toBe(false);
    } finally {
      await holder?.query("COMMIT");
      holder?.release();
    }
    expect((await waiting)?.status).toBe(200);
  }
});

const orderStatuses = (all: readonly Player[]) => statusesOfOrders(app.owner.pool, all);

const meanwhile: [string, string, (golfer: Player) => Promise<unknown>][] = [
  [
    "an attempt that has failed",
    "refund_due",
    ({ id }) =>
      asOwner(
        "UPDATE payment_attempts SET status = 'failed', failure_code = 'not_charged' WHERE order_id = (SELECT id FROM orders WHERE user_id = $1)",
        id,
      ),
  ],
  [
    "a golfer who has begun to play",
    "refund_due",
    ({ id }) =>
      asOwner(
        `INSERT INTO sessions (id, user_id, buyer_id, player_name, course_id, package_id, package_type, bay_number, holds_bay,
           balls_left, balls_bought, status, started_at, expires_at, purchase_context)
         SELECT gen_random_uuid(), $1, $1, 'Robin', 1, 1, 'sponsored', 1, false, 5, 5, 'active', $2::timestamptz, $2::timestamptz + interval '1 hour', 'initial'`,
        id,
        app.clock.now(),
      ),
  ],
];

test.each(meanwhile)("%s is seen when captures are settled, and the others are", async (_name, status, happen) => {
  const [one, ...others] = await golfers(4);
  if (!one) expect.fail();
  let paid: ReturnType<typeof buyAll> | undefined;
  await whileHeld(
    app,
    "INSERT ON sandbox.payments",
    () => happen(one),
    async () => void (paid = buyAll([one, ...others])),
  );
  expect(statusesOf((await paid) ?? [])).toEqual([409, 200, 200, 200]);
  expect(await orderStatuses([one, ...others])).toEqual([status, "fulfilled", "fulfilled", "fulfilled"]);
  expect([settledTogether().length, startedAlone().length <= 1]).toEqual([1, true]);
  // The audit asks for the payment of each session.
  await asOwner("DELETE FROM sessions WHERE buyer_id = $1", one.id);
});

test("a course that stops selling while captures are settled, and a clock that has run on, start nobody", async () => {
  const stop = (active: boolean) => asOwner("UPDATE courses SET active = $1 WHERE id = 1", active);
  const ways: [string, () => Promise<unknown>][] = [
    ["refund_due", () => stop(false)],
    ["paid", async () => app.clock.advance(LATE_CAPTURE_SECONDS + 1)],
  ];
  for (const [status, happen] of ways) {
    const all = await golfers(3);
    let paid: ReturnType<typeof buyAll> | undefined;
    await whileHeld(app, "INSERT ON sandbox.payments", happen, async () => void (paid = buyAll(all)));
    await paid;
    await stop(true);
    expect(await orderStatuses(all)).toEqual(all.map(() => status));
  }
});

test("a payment at another course waits for none of this one", async () => {
  const { rows } = await asOwner(
    "SELECT id, price_factor_bp FROM courses WHERE id <> 1 AND active AND NOT exclusive_bays LIMIT 1",
  );
  const { id: courseId, price_factor_bp: factor } = firstOf(rows);
  const amount = priceAt(packs.jackpot.price * 100, Number(factor)) / 100;
  const [here, there] = [await golfers(2), await golfers(2)];
  const holder = await app.owner.pool.connect();
  try {
    await holder.query("BEGIN; SELECT FROM ledger_accounts WHERE key = 'pot:1' FOR UPDATE");
    const waiting = buyAll(here);
    await untilBehind(holder, app.owner.pool, 1);
    const replies = await buyAll(there, { sessionData: { courseId, bayNumber: 1 }, amount });
    expect(statusesOf(replies)).toEqual([200, 200]);
    await holder.query("COMMIT");
    expect(statusesOf(await waiting)).toEqual([200, 200]);
  } finally {
    holder.release(true);
  }
});

test("who comes while captures are settled is settled with the next ones", async () => {
  const [first, next] = [await golfers(2), await golfers(3)];
  let later: ReturnType<typeof buyAll> | undefined;
  await whileHeld(
    app,
    "INSERT ON sessions",
    async () => {
      later = buyAll(next);
      const charging = async () =>
        (
          await asOwner(
            "SELECT FROM orders WHERE status = 'charging' AND user_id = ANY($1)",
            next.map(({ id }) => id),
          )
        ).rowCount;
      await expect.poll(charging).toBe(3);
    },
    () => buyAll(first).then((replies) => expect(statusesOf(replies)).toEqual([200, 200])),
  );
  expect(statusesOf((await later) ?? [])).toEqual([200, 200, 200]);
  expect(settledTogether()).toHaveLength(2);
});

test.each(["orders", "sessions", "payment_attempts"])(
  "one whose row of %s the database refuses does not refuse the others",
  async (table) => {
    const [bad, ...others] = await golfers(4);
    if (!bad) expect.fail();
    const whose = table === "payment_attempts" ? "(SELECT user_id FROM orders WHERE id = NEW.order_id)" : "NEW.user_id";
    const when = table === "payment_attempts" ? "UPDATE" : "INSERT";
    await asOwner(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF ${whose} = '${bad.id}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse_one BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_one()`);
    try {
      expect(statusesOf(await buyAll([bad, ...others]))).toEqual([500, 200, 200, 200]);
    } finally {
      await asOwner(`DROP TRIGGER refuse_one ON ${table}; DROP FUNCTION refuse_one()`);
    }
    // What the gateway has taken is settled later.
    if (table !== "orders") await runJobs(app);
  },
);
