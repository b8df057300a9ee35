/** Claims that come at the same moment wait for nobody who holds something else, and one that is refused stops no other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { priceAt } from "#features/courses/rules.ts";
import { untilBehind } from "#test/at-once.ts";
import { buy, claim, packs, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { type Golfer, heardApp, playing } from "#test/playing.ts";
import { followStream } from "#test/stream.ts";

let app: TestApp;
let heard: { sent: string[] };
beforeAll(async () => void ({ app, heard } = await heardApp()));
afterAll(() => app.close());

const asOwner = (text: string, ...values: unknown[]) => app.owner.pool.query<Record<string, unknown>>(text, values);
const claimAll = (all: readonly Golfer[], hole = "left") =>
  Promise.all(all.map(({ golfer, id }) => claim(golfer, id, hole)));
const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status);
const shared = () => heard.sent.filter((text) => text.includes("FOR KEY SHARE SKIP LOCKED"));
const alone = () => heard.sent.filter((text) => /from "sessions" where .* for no key update/s.test(text));

test.each([
  ["session", "SELECT FROM sessions WHERE id = $1 FOR UPDATE"],
  ["account", "SELECT FROM users WHERE id = (SELECT buyer_id FROM sessions WHERE id = $1) FOR UPDATE"],
])("nobody waits for another's %s that is in use", async (_name, lock) => {
  const [busy, ...others] = await playing(app, heard, 4);
  if (!busy) expect.fail();
  const holder = await app.owner.pool.connect();
  let isAnswered = false;
  try {
    await holder.query("BEGIN");
    await holder.query(lock, [busy.id]);
    const waiting = claim(busy.golfer, busy.id, "left").finally(() => (isAnswered = true));
    expect(statusesOf(await claimAll(others))).toEqual([201, 201, 201]);
    expect(isAnswered).toBe(false);
    await holder.query("COMMIT");
    expect((await waiting).status).toBe(201);
  } finally {
    holder.release(true);
  }
});

test("a claim at another course, or of another hole, waits for none of this one", async () => {
  const { rows } = await asOwner(
    "SELECT id, price_factor_bp FROM courses WHERE id <> 1 AND active AND NOT exclusive_bays LIMIT 1",
  );
  const { id: courseId, price_factor_bp: factor } = firstOf(rows);
  const amount = priceAt(packs.jackpot.price * 100, Number(factor)) / 100;
  const elsewhere = await playing(
    app,
    heard,
    2,
    async (golfer) => (await bodyOf(buy(golfer, { sessionData: { courseId, bayNumber: 1 }, amount }))).session,
  );
  const [here, there] = [await playing(app, heard, 2), await playing(app, heard, 2)];
  const holder = await app.owner.pool.connect();
  try {
    await holder.query("BEGIN; SELECT FROM sponsored_prizes WHERE course_id = 1 AND hole = 'left' FOR UPDATE");
    const waiting = claimAll(here);
    await untilBehind(holder, app.owner.pool, 1);
    expect(statusesOf(await claimAll(there, "right"))).toEqual([201, 201]);
    expect(statusesOf(await claimAll(elsewhere))).toEqual([201, 201]);
    await holder.query("COMMIT");
    expect(statusesOf(await waiting)).toEqual([201, 201]);
  } finally {
    holder.release(true);
  }
});

test("who comes while claims wait for the prize shares the next transaction", async () => {
  const all = await playing(app, heard, 5);
  const holder = await app.owner.pool.connect();
  try {
    await holder.query("BEGIN; SELECT FROM sponsored_prizes WHERE course_id = 1 AND hole = 'left' FOR UPDATE");
    const first = claimAll(all.slice(0, 2));
    await untilBehind(holder, app.owner.pool, 1);
    const later = [];
    for (const one of all.slice(2)) {
      later.push(claimAll([one]));
      await expect
        .poll(() => heard.sent.filter((text) => text.startsWith("SELECT id, course_id")).length)
        .toBe(1 + later.length);
    }
    await holder.query("COMMIT");
    const replies = [await first, ...(await Promise.all(later))].flat();
    expect(statusesOf(replies)).toEqual(all.map(() => 201));
  } finally {
    holder.release(true);
  }
  expect([shared().length, alone().length]).toEqual([2, 0]);
});

test.each(["attempts", "claims", "mails"])(
  "one whose row of %s the database refuses does not refuse the others",
  async (table) => {
    const [bad, ...others] = await playing(app, heard, 4);
    if (!bad) expect.fail();
    const whose = table === "attempts" ? "(SELECT user_id FROM sessions WHERE id = NEW.session_id)" : "NEW.user_id";
    await asOwner(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${whose} = '${bad.golfer.id}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse_one BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_one()`);
    try {
      expect(statusesOf(await claimAll([bad, ...others]))).toEqual([500, 201, 201, 201]);
    } finally {
      await asOwner(`DROP TRIGGER refuse_one ON ${table}; DROP FUNCTION refuse_one()`);
    }
  },
);

test("the screens of golfers and of the bays hear of claims that share a transaction", async () => {
  const [all, admin] = [await playing(app, heard, 2), await app.signIn("admin@acebay.test")];
  const url = `http://127.0.0.1:${await app.listen()}`;
  const screens = await Promise.all(
    all.map(({ golfer, id }) => followStream(url, `/api/sessions/${id}/events`, golfer)),
  );
  const desk = await Promise.all(
    ["bays", "claims"].map((of) => followStream(url, `/api/admin/courses/1/${of}/events`, admin)),
  );
  for (const screen of [...screens, ...desk]) await screen.next();
  heard.sent = [];
  const since = performance.now();
  await claimAll(all);
  expect([shared().length, alone().length]).toEqual([1, 0]);
  for (const screen of screens) await screen.next(({ session: { claims } }) => claims.length === 1);
  for (const screen of desk) await screen.next();
  // They also read by themselves, but not so soon.
  expect(performance.now() - since).toBeLessThan(5_000);
  for (const screen of [...screens, ...desk]) screen.end();
});
