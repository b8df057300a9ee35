/**
 * The operator's commands for roles and for letters that could not be sent; each writes a line into the audit trail.
 */
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { commands, CommandRefused } from "#main/server/admin-commands.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { hastenNotices } from "#platform/server/push/due.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const MINUTE = 60;

/** A real SMTP server that can refuse. */
const received: string[] = [];
let refusing = false;
let refused = 0;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _session, done) => {
    if (refusing) refused += 1;
    else received.push(address);
    done(refusing ? new Error("not now") : undefined);
  },
  onData: (stream, _session, done) => {
    stream.resume();
    stream.on("end", () => done());
  },
});

let app: TestApp;
/** With its letters in the outbox, so that people can sign in; `mailing` has a mail server. */
let mailing: TestApp;
let admin: Player;
beforeAll(async () => {
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as { port: number }; // A TCP server's address.
  app = await freshApp();
  mailing = await freshApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(async () => {
  await app.close();
  await mailing.close();
  await new Promise<void>((done) => smtp.close(() => done()));
});

async function run(name: string, words: string[] = [], at = app): Promise<string | undefined> {
  const { db, clock, config, mailer } = at;
  return commands.get(name)?.run({ db, clock, config, mailer, hub: createHub() }, words);
}
async function newest(at = app): Promise<unknown> {
  const { rows } = await at.db.pool.query(
    "SELECT actor_id, action, subject, detail FROM audit_trail ORDER BY id DESC LIMIT 1",
  );
  return rows[0];
}

test("revoke takes a role away with all its rights; the account is a player's, and the trail says so", async () => {
  const person = await app.player("Sol Staff");
  await bodyOf(
    admin.call(staffRoutes.addStaff, { body: { email: person.email, role: "staff", courseIds: [1, 2] } }),
    201,
  );
  const working = await app.signIn(person.email);
  expect(await run("revoke", [person.email.toUpperCase()])).toContain("has the role staff no more");
  expect((await working.call(accountRoutes.me)).status).toBe(401);
  const { rows } = await app.db.pool.query(
    "SELECT role, (SELECT count(*)::int FROM staff_courses s WHERE s.user_id = u.id) AS courses FROM users u WHERE id = $1",
    [person.id],
  );
  expect(rows).toEqual([{ role: "player", courses: 0 }]);
  expect(await newest()).toEqual({
    actor_id: null,
    action: "staff.changed",
    subject: person.id,
    detail: { before: { role: "staff", courseIds: [1, 2] }, after: { role: "player", courseIds: [] } },
  });
});

test("revoke refuses another role, a player, a stranger and the only administrator, and changes nothing", async () => {
  const before = await newest();
  const player = await app.player();
  for (const [words, sentence] of [
    [["staff@acebay.test", "admin"], /has the role staff, not admin/],
    [[player.email], /has no role/],
    [["nobody@example.com"], /Nobody is registered/],
    [["admin@acebay.test"], /is the only administrator: grant another one first/],
  ] as const) {
    const failure = run("revoke", [...words]);
    await expect(failure).rejects.toThrow(sentence);
    await expect(failure).rejects.toBeInstanceOf(CommandRefused);
  }
  expect(await newest()).toEqual(before);
  const second = await app.player("Ada Second");
  await run("grant", [second.email]);
  expect(await run("revoke", ["admin@acebay.test", "admin"])).toContain("has the role admin no more");
  await expect(run("revoke", [second.email])).rejects.toThrow(/only administrator/);
  await run("grant", ["admin@acebay.test"]);
  await run("revoke", [second.email]);
  admin = await app.signIn("admin@acebay.test");
});

test("list names who has a role, of which courses, and who never signed in; the trail says that it was asked", async () => {
  const person = await app.player("Lee Listed");
  await run("grant", [person.email]);
  const { rows } = await app.db.pool.query<{ name: string }>("SELECT name FROM courses WHERE id = 1");
  const lines = (await run("list"))?.split("\n") ?? [];
  expect(lines).toHaveLength(3);
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^${person.email}; Lee Listed; admin; 0 passkeys; last signed in \\d{4}-`)),
  );
  expect(lines).toContainEqual(
    `staff@acebay.test; Sam Rangehand; staff of ${rows[0]?.name}; 0 passkeys; never signed in`,
  );
  expect(await newest()).toEqual({ actor_id: null, action: "roles.listed", subject: "staff", detail: { people: 3 } });
  await run("revoke", [person.email]);
});

test("commands that only read leave a line, too: who asked is not there to be asked later", async () => {
  const person = await app.player("Sid Sessions");
  expect(await run("sessions", [person.email])).toMatch(/since .* until/);
  const asked = { actor_id: null, action: "account.sessions_listed", subject: person.id, detail: { sessions: 1 } };
  expect(await newest()).toEqual(asked);
  expect(await run("deletions", ["2026-11-01"])).toBe("");
  const detail = { since: "2026-11-01", accounts: 0 };
  const listed = { actor_id: null, action: "deletions.listed", subject: "accounts", detail };
  expect(await newest()).toEqual(listed);
  const told = vi.spyOn(console, "error").mockReturnValue();
  // A database that takes no writes is asked because it will be replaced.
  const readOnly = openDatabase({ ...app.connection, options: "-c default_transaction_read_only=on" }, 1);
  const { clock, config, mailer } = app;
  const deps = { db: readOnly, clock, config, mailer, hub: createHub() };
  expect(await commands.get("deletions")?.run(deps, ["2026-11-01"])).toBe("");
  expect(told).toHaveBeenCalledExactlyOnceWith("The audit trail has no line of it: it is read-only");
  told.mockRestore();
  await readOnly.close();
});

test("resend tries letters again that were refused, of one account or of all, and none twice", async () => {
  const waiting = (email: string) => mailing.browser().call(accountRoutes.login, { body: { email } });
  refusing = true;
  await waiting("player@acebay.test");
  await vi.waitFor(() => expect(refused).toBe(1));
  await waiting("staff@acebay.test");
  await vi.waitFor(() => expect(refused).toBe(2));
  // The letters were refused so often that the next try is more than an hour away.
  for (let tries = 1; tries < 8; tries++) {
    await mailing.clock.advance(MINUTE * 2 ** tries);
    await mailing.jobs.runAll();
  }
  const before = refused;
  refusing = false;
  await mailing.clock.advance(MINUTE);
  await mailing.jobs.runAll();
  expect([received, refused]).toEqual([[], before]);

  const { rows } = await mailing.db.pool.query<{ id: string }>(
    "SELECT id FROM users WHERE email = 'staff@acebay.test'",
  );
  expect(await run("resend", ["staff@acebay.test"], mailing)).toMatch(/^Letters that are tried again: 1;/);
  expect(await newest(mailing)).toEqual({
    actor_id: null,
    action: "news.resent",
    subject: rows[0]?.id,
    detail: { letters: 1, notices: 0 },
  });
  await mailing.jobs.runAll();
  expect(received).toEqual(["staff@acebay.test"]);
  expect(await run("resend", [], mailing)).toMatch(/^Letters that are tried again: 1;/);
  await mailing.jobs.runAll();
  expect(received).toEqual(["staff@acebay.test", "player@acebay.test"]);
  expect(await run("resend", [], mailing)).toMatch(/^Letters that are tried again: 0;/);
  expect(await newest(mailing)).toMatchObject({ subject: "news", detail: { letters: 0, notices: 0 } });
});

test("resend makes notifications due that were refused: not one under way, and not another account's", async () => {
  const [one, other] = [await app.player(), await app.player()];
  const add = async (userId: string, tries: number, taken: string) => {
    const { rows } = await app.db.pool.query<{ id: string }>(
      `WITH s AS (INSERT INTO push_subscriptions (id, user_id, browser_id, endpoint, p256dh, auth, created_at)
         VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'https://push.invalid/' || gen_random_uuid(), 'k', 'a', now()) RETURNING id)
       INSERT INTO push_messages (subscription_id, payload, created_at, next_try_at, tries, taken_until)
       SELECT id, '{}', $2::timestamptz, $2::timestamptz + interval '1 hour', $3, now() + $4::interval FROM s RETURNING id`,
      [userId, app.clock.now().toISOString(), tries, taken],
    );
    return rows[0]?.id;
  };
  const [failed, underWay, others] = [
    await add(one.id, 3, "-1 second"),
    await add(one.id, 3, "1 minute"),
    await add(other.id, 3, "-1 second"),
  ];
  const dueNow = async () =>
    (
      await app.db.pool.query("SELECT id FROM push_messages WHERE next_try_at <= $1 ORDER BY id", [
        app.clock.now().toISOString(),
      ])
    ).rows.map(({ id }) => id);
  expect(await dueNow()).toEqual([]);
  expect(await run("resend", [one.email])).toContain("notifications: 1.");
  expect(await dueNow()).toEqual([failed]);
  expect(await hastenNotices(app.db, app.clock.now())).toBe(2);
  expect(await dueNow()).toEqual([failed, others]);
  expect(await dueNow()).not.toContain(underWay);
  await app.db.pool.query("DELETE FROM push_messages");
});

test("resend says how many receipts have no number yet, and says nothing once all have one", async () => {
  await buy(await app.player());
  expect(await run("resend")).toContain("Receipts without a number yet: 1.");
  await app.jobs.runAll();
  expect(await run("resend")).not.toContain("Receipts");
});
