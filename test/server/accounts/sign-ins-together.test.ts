/** Sign-ins on known devices that come at the same moment share a statement; each ends as if it came alone. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { untilBehind } from "#test/at-once.ts";
import { type Browser, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { hearStatements } from "#test/statements.ts";

let app: TestApp;
let admin: Player;
let sent: string[] = [];
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  admin = await app.signIn("admin@acebay.test");
  await app.jobs.stop();
  // Joins as on large tables, which lock one account after the other.
  await app.owner.pool.query(`
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET enable_hashjoin = off', current_database());
      EXECUTE format('ALTER DATABASE %I SET enable_mergejoin = off', current_database());
    END $$`);
  await hearStatements(app.db.pool, (text) => sent.push(text));
});
afterAll(() => app.close());
beforeEach(() => (sent = []));

interface Visitor {
  id: string;
  email: string;
  /** Knows the account's device, and has no session. */
  browser: Browser;
}

/** A browser at its next visit: it has the devices of another and no session. */
function nextVisit(of: Pick<Browser, "cookies">): Browser {
  const browser = app.browser();
  browser.cookies.set("acebay_device", of.cookies.get("acebay_device") ?? "");
  return browser;
}

async function visitor(): Promise<Visitor> {
  const player = await app.player();
  return { id: player.id, email: player.email, browser: nextVisit(player) };
}
const visitors = (count: number) => Promise.all(Array.from({ length: count }, visitor));
const enter = ({ browser, email }: Pick<Visitor, "browser" | "email">) =>
  browser.call(accountRoutes.login, { body: { email } });
const shared = () => sent.filter((text) => text.includes("SKIP LOCKED"));
const alone = () => sent.filter((text) => text.includes("INSERT INTO sign_ins") && !text.includes("SKIP LOCKED"));

test("one statement signs many in, each in their own browser and on their own device", async () => {
  const all = await visitors(6);
  const before = sent.length;
  const replies = await Promise.all(all.map(enter));
  expect(replies.map(({ status, body }) => [status, "user" in body && body.user.id])).toEqual(
    all.map(({ id }) => [200, id]),
  );
  expect(sent.slice(before)).toHaveLength(1);
  expect(shared()).toHaveLength(1);
  for (const { id, browser } of all) {
    expect((await bodyOf(browser.call(accountRoutes.me))).user.id).toBe(id);
    const { devices } = await bodyOf(browser.call(profileRoutes.listDevices));
    expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  }
  // The signed-in browser keeps its device for the next time.
  const again = all.map((one) => ({ ...one, browser: nextVisit(one.browser) }));
  expect((await Promise.all(again.map(enter))).map(({ status }) => status)).toEqual(all.map(() => 200));
});

/** A visitor after something has happened. */
const after = (happen: (one: Visitor) => Promise<unknown>) => async () => {
  const one = await visitor();
  await happen(one);
  return one;
};
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);
const asOwner = (text: string, ...values: unknown[]) => app.owner.pool.query(text, values);
const giveRole = ({ email }: Visitor) =>
  bodyOf(admin.call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds: [1] } }));

/** Whoever cannot sign in by a known device alone, or only in an unusual way, with the answer. */
const odd: [string, number, () => Promise<Pick<Visitor, "browser" | "email">>][] = [
  ["an unknown address", 404, async () => ({ ...(await visitor()), email: "nobody@example.test" })],
  ["a device of somebody else", 202, async () => ({ ...(await visitor()), email: (await visitor()).email })],
  [
    "a forgotten device",
    202,
    after(({ id }) => asOwner("UPDATE devices SET revoked_at = now() WHERE user_id = $1", id)),
  ],
  [
    "a device that was not used for 91 days",
    202,
    after(({ id }) => asOwner("UPDATE devices SET last_used_at = $2 WHERE user_id = $1", id, daysAgo(91))),
  ],
  ["an account with a role", 202, after(({ id }) => asOwner("UPDATE users SET role = 'staff' WHERE id = $1", id))],
  ["an account that is invited to a role", 202, after(giveRole)],
  ["an address in capitals", 200, async () => visitor().then((one) => ({ ...one, email: one.email.toUpperCase() }))],
  ["a browser that still has a session", 200, after(enter)],
];

test.each(odd)("%s is answered as alone, and the others sign in together", async (_name, status, prepare) => {
  const others = await visitors(3);
  const one = await prepare();
  sent = [];
  const replies = await Promise.all([enter(one), ...others.map(enter)]);
  expect(replies.map((reply) => reply.status)).toEqual([status, 200, 200, 200]);
  expect(shared()).toHaveLength(1);
  expect((await one.browser.call(accountRoutes.me)).status).toBe(status === 200 ? 200 : 401);
});

test("two accounts of one browser sign in at once, and each stays known there", async () => {
  const [first, other] = await visitors(2);
  if (!first || !other) expect.fail();
  // The browser's cookie names the devices of both.
  const both = nextVisit(first.browser);
  await both.call(accountRoutes.login, { body: { email: other.email } });
  await bodyOf(
    both.call(accountRoutes.login, { body: { email: other.email, code: await app.mailedCode(other.email) } }),
  );
  const [one, two, third] = [nextVisit(both), nextVisit(both), await visitor()];
  sent = [];
  const replies = await Promise.all([
    enter({ ...first, browser: one }),
    enter({ ...other, browser: two }),
    enter(third),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([shared().length, alone().length]).toEqual([1, 0]);
  for (const browser of [one, two])
    for (const { email } of [first, other])
      expect((await enter({ browser: nextVisit(browser), email })).status).toBe(200);
});

test("an account that signs in twice at once has two sessions", async () => {
  const [twice, other] = await visitors(2);
  if (!twice || !other) expect.fail();
  const second = { ...twice, browser: nextVisit(twice.browser) };
  sent = [];
  const replies = await Promise.all([twice, second, other].map(enter));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([shared().length, alone().length]).toEqual([1, 1]);
  expect(await signInsOf(twice.id)).toBe(3);
});
const signInsOf = async (id: string) =>
  (await app.owner.pool.query("SELECT FROM sign_ins WHERE user_id = $1", [id])).rowCount;

test.each(["users WHERE id", "devices WHERE user_id"])("nobody waits for a row of %s that is in use", async (rows) => {
  const [busy, ...others] = await visitors(4);
  if (!busy) expect.fail();
  const holder = await app.owner.pool.connect();
  let isAnswered = false;
  let waiting: ReturnType<typeof enter>;
  try {
    await holder.query(`BEGIN; SELECT FROM ${rows} = '${busy.id}' FOR UPDATE`);
    waiting = enter(busy).finally(() => (isAnswered = true));
    expect((await Promise.all(others.map(enter))).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(isAnswered).toBe(false);
  } finally {
    await holder.query("COMMIT");
    holder.release();
  }
  expect((await waiting).status).toBe(200);
});

const reason = "Lost the phone";
const ends: [string, (one: Visitor) => Promise<unknown>][] = [
  ["a sign-out", ({ id }) => bodyOf(admin.call(peopleRoutes.signPersonOut, { params: { id }, body: { reason } }))],
  ["a role", giveRole],
  [
    "another address",
    ({ id, email }) =>
      bodyOf(admin.call(peopleRoutes.movePerson, { params: { id }, body: { email: `moved-${email}`, reason } })),
  ],
];
test.each(ends)("%s that is committed while the statement runs is seen", async (_name, end) => {
  const all = await visitors(3);
  // The statement waits at its first row; it has read the others, and has not locked them.
  await app.owner.pool.query(`
    CREATE FUNCTION wait_there() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$;
    CREATE TRIGGER wait_there BEFORE UPDATE ON devices FOR EACH ROW WHEN (NEW.revoked_at IS NULL)
      EXECUTE FUNCTION wait_there()`);
  const holder = await app.owner.pool.connect();
  try {
    await holder.query("SELECT pg_advisory_lock(4711)");
    const replies = all.map(enter);
    await untilBehind(holder, app.owner.pool, 1);
    const { rows } = await app.owner.pool.query<{ id: string }>(
      "SELECT id FROM users WHERE id = ANY($1) FOR UPDATE SKIP LOCKED",
      [all.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(2);
    const ended = firstOf(all.filter(({ id }) => id === rows[0]?.id));
    await end(ended);
    await holder.query("SELECT pg_advisory_unlock(4711)");
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    const isIn = statuses.map((status) => status === 200);
    expect(isIn).toEqual(all.map((one) => one !== ended));
    expect((await ended.browser.call(accountRoutes.me)).status).toBe(401);
    expect(await liveSignIns(ended.id)).toBe(0);
  } finally {
    await holder.query("SELECT pg_advisory_unlock_all()");
    holder.release();
    await app.owner.pool.query("DROP TRIGGER wait_there ON devices; DROP FUNCTION wait_there()");
  }
});
const liveSignIns = async (id: string) =>
  (await app.owner.pool.query("SELECT FROM sign_ins WHERE user_id = $1 AND expires_at > $2", [id, app.clock.now()]))
    .rowCount;

test("a sign-in that the database refuses does not refuse the others", async () => {
  const [bad, ...others] = await visitors(4);
  if (!bad) expect.fail();
  await app.owner.pool.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.user_id = '${bad.id}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse_one BEFORE INSERT ON sign_ins FOR EACH ROW EXECUTE FUNCTION refuse_one()`);
  try {
    const replies = await Promise.all([bad, ...others].map(enter));
    expect(replies.map(({ status }) => status)).toEqual([500, 200, 200, 200]);
  } finally {
    await app.owner.pool.query("DROP TRIGGER refuse_one ON sign_ins; DROP FUNCTION refuse_one()");
  }
});
