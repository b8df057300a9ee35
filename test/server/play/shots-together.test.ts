/** Shots of different golfers that come at the same moment share a statement; each is recorded as if it came alone. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { type Golfer, heardApp, playing } from "#test/playing.ts";

let app: TestApp;
let heard: { sent: string[] };
beforeAll(async () => void ({ app, heard } = await heardApp()));
afterAll(() => app.close());

const viewsOf = (all: readonly Golfer[]) =>
  Promise.all(all.map(({ golfer, id }) => bodyOf(golfer.call(playRoutes.getSession, { params: { id } }))));
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  heard.sent = [];
  await work();
  return heard.sent;
}
const shotRows = async (id: string): Promise<string[]> => {
  const { rows } = await app.db.pool.query<{ shot_id: string }>("SELECT shot_id FROM attempts WHERE session_id = $1", [
    id,
  ]);
  return rows.map((row) => row.shot_id);
};

test("one statement records the shots of many, each in its own session", async () => {
  const all = await playing(app, heard, 6);
  const ids = all.map(() => randomUUID());
  const statements = await statementsOf(async () => {
    const replies = await Promise.all(all.map(({ golfer, id }, n) => shoot(golfer, id, { shotId: ids[n] })));
    replies.forEach(({ status, body }, n) => {
      expect(status).toBe(201);
      expect(body.session.id).toBe(all[n]?.id);
      expect(body.attempt.shotId).toBe(ids[n]);
    });
  });
  // On a busy machine one of the callers may be looked up first, and comes a moment later than the others.
  const shared = statements.filter((text) => text.includes("SKIP LOCKED"));
  expect(shared.length).toBeGreaterThan(0);
  expect(statements.filter((text) => text.includes("INSERT INTO attempts")).length).toBeLessThan(all.length);
  for (const [n, { id }] of all.entries()) expect(await shotRows(id)).toEqual([ids[n]]);
  expect((await viewsOf(all)).map(({ session }) => session.attempts)).toEqual(all.map(() => 1));
});

test("shots that come one after another within a few milliseconds share a statement", async () => {
  const all = await playing(app, heard, 8);
  const [first, ...others] = all;
  if (!first) expect.fail();
  const statements = await statementsOf(async () => {
    const answers = [shoot(first.golfer, first.id)];
    for (const { golfer, id } of others) {
      await sleep(1);
      answers.push(shoot(golfer, id));
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(all.map(() => 201));
  });
  expect(statements.filter((text) => text.includes("INSERT INTO attempts")).length).toBeLessThan(all.length);
  expect((await viewsOf(all)).map(({ session }) => session.attempts)).toEqual(all.map(() => 1));
});

test("whatever is refused, repeated or odd is answered as alone, and the others are recorded", async () => {
  const [fine, other, twice, repeated, over] = await playing(app, heard, 5);
  if (!fine || !other || !twice || !repeated || !over) expect.fail();
  const known = randomUUID();
  const first = await shoot(repeated.golfer, repeated.id, { shotId: known });
  await bodyOf(over.golfer.call(playRoutes.completeSession, { params: { id: over.id } }));
  const replies = await Promise.all([
    shoot(fine.golfer, fine.id.toUpperCase(), { shotId: randomUUID() }),
    shoot(fine.golfer, other.id),
    shoot(other.golfer, other.id),
    shoot(twice.golfer, twice.id),
    shoot(twice.golfer, twice.id),
    shoot(repeated.golfer, repeated.id, { shotId: known }),
    shoot(over.golfer, over.id),
    shoot(over.golfer, randomUUID()),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([201, 404, 201, 201, 201, 200, 409, 404]);
  expect(replies[5]?.body.attempt).toEqual(first.body.attempt);
  const seen = await viewsOf([fine, other, twice, repeated, over]);
  expect(seen.map(({ session }) => session.attempts)).toEqual([1, 1, 2, 1, 0]);
  for (const { session } of seen) expect(session.ballCount).toBe(session.ballsBought - session.attempts);
});

test("the same shot that comes twice at once is recorded once, also beside others", async () => {
  const all = await playing(app, heard, 4);
  for (let round = 1; round <= 5; round++) {
    const ids = all.map(() => randomUUID());
    const both = all.flatMap(({ golfer, id }, n) => [0, 1].map(() => shoot(golfer, id, { shotId: ids[n] })));
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    for (let n = 0; n < all.length; n++)
      expect(statuses.slice(2 * n, 2 * n + 2).toSorted((a, b) => a - b)).toEqual([200, 201]);
  }
  expect((await viewsOf(all)).map(({ session }) => session.attempts)).toEqual(all.map(() => 5));
});

test("the last ball is taken once", async () => {
  const all = await playing(app, heard, 3);
  const bought = (await viewsOf(all))[0]?.session.ballsBought ?? 0;
  const ids = all.map(({ id }) => id);
  await app.owner.pool.query("UPDATE sessions SET balls_left = 1 WHERE id = ANY($1)", [ids]);
  const both = all.flatMap(({ golfer, id }) => [shoot(golfer, id), shoot(golfer, id)]);
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(all.length);
  const seen = (await viewsOf(all)).map(({ session: { ballCount, status } }) => ({ ballCount, status }));
  expect(seen).toEqual(all.map(() => ({ ballCount: 0, status: "balls_finished" })));
  // The audit counts balls.
  await app.owner.pool.query("UPDATE sessions SET balls_left = $2 - 1, status = 'active' WHERE id = ANY($1)", [
    ids,
    bought,
  ]);
});

test("nobody waits for the session of somebody else that is in use", async () => {
  const [busy, ...others] = await playing(app, heard, 4);
  if (!busy) expect.fail();
  const holder = await app.owner.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE", [busy.id]);
  let isAnswered = false;
  const waiting = shoot(busy.golfer, busy.id).finally(() => (isAnswered = true));
  const replies = await Promise.all(others.map(({ golfer, id }) => shoot(golfer, id)));
  expect(replies.map(({ status }) => status)).toEqual(others.map(() => 201));
  expect(isAnswered).toBe(false);
  // As a shot on another process does.
  await holder.query("UPDATE sessions SET balls_left = balls_left - 1, shot_count = shot_count + 1 WHERE id = $1", [
    busy.id,
  ]);
  await holder.query(
    `INSERT INTO attempts (id, session_id, target_hole, prize_claim, created_at, recorded_at)
     SELECT gen_random_uuid(), id, 'missed', false, started_at, started_at FROM sessions WHERE id = $1`,
    [busy.id],
  );
  await holder.query("COMMIT");
  holder.release();
  expect((await waiting).body.session.attempts).toBe(2);
});

test("a shot that the database refuses does not refuse the others", async () => {
  const [bad, ...others] = await playing(app, heard, 4);
  if (!bad) expect.fail();
  await app.owner.pool.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.session_id = '${bad.id}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`);
  await app.owner.pool.query(
    "CREATE TRIGGER refuse_one BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION refuse_one()",
  );
  try {
    const replies = await Promise.all([bad, ...others].map(({ golfer, id }) => shoot(golfer, id)));
    expect(replies.map(({ status }) => status)).toEqual([500, 201, 201, 201]);
  } finally {
    await app.owner.pool.query("DROP TRIGGER refuse_one ON attempts");
  }
  expect((await viewsOf(others)).map(({ session }) => session.attempts)).toEqual(others.map(() => 1));
});
