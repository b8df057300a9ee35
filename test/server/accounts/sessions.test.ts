/** How long a sign-in lasts, what keeps it alive, and who ends it (rules, section 2). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { type ListedPerson, peopleRoutes } from "#features/accounts/people-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { commands, CommandRefused } from "#main/server/admin-commands.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { readConfig } from "#platform/server/config.ts";
import { type Browser, freshApp, type Player, SECRET, type TestApp } from "#test/app.ts";
import type { SendOf } from "#platform/shared/route.ts";
import { bodyOf } from "#test/calls.ts";
import { outboxOf } from "#test/demo.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

const isIn = async (browser: Browser, headers?: Record<string, string>) =>
  (await browser.call(accountRoutes.me, { headers })).status === 200;
const polls = { "x-unattended": "1" };

describe.each(["staff@acebay.test", "admin@acebay.test"])("the session of %s", (email) => {
  test("ends after 12 hours without a call", async () => {
    const desk = await app.signedIn(email);
    await app.clock.advance(12 * HOUR - 1);
    expect(await isIn(desk)).toBe(true);
    await app.clock.advance(12 * HOUR - 1);
    expect(await isIn(desk)).toBe(true);
    await app.clock.advance(12 * HOUR);
    expect(await isIn(desk)).toBe(false);
  });

  test("ends after 12 hours of polls alone", async () => {
    const desk = await app.signedIn(email);
    for (let hour = 1; hour < 12; hour += 1) {
      await app.clock.advance(HOUR);
      expect(await isIn(desk, polls)).toBe(true);
    }
    await app.clock.advance(HOUR);
    expect(await isIn(desk, polls)).toBe(false);
  });

  test("ends after 7 days, however often it is used", async () => {
    const desk = await app.signedIn(email);
    for (let hour = 6; hour < 7 * 24; hour += 6) {
      await app.clock.advance(6 * HOUR);
      expect(await isIn(desk)).toBe(true);
    }
    await app.clock.advance(6 * HOUR);
    expect(await isIn(desk)).toBe(false);
  });
});

test("a device in use stays known, however long ago somebody signed in on it", async () => {
  const player = await app.player();
  const cookies = [];
  for (let months = 0; months < 4; months += 1) {
    await app.clock.advance(29 * DAY);
    const { headers } = await player.call(accountRoutes.me);
    cookies.push(String(headers["set-cookie"]));
    expect((await player.call(accountRoutes.me)).headers["set-cookie"]).toBeUndefined();
  }
  // The browser, too, keeps it for another 90 days.
  for (const cookie of cookies) expect(cookie).toMatch(/^acebay_device=.*; Max-Age=7776000;/);
  // Strangers have used up what new browsers may ask for.
  for (let n = 0; n < 6; n++)
    await app.browser(`198.51.100.${n}`).call(accountRoutes.login, { body: { email: player.email } });
  expect((await player.call(stepUpRoutes.stepUp)).status).toBe(202);
  await player.call(accountRoutes.logout);
  expect((await player.call(accountRoutes.login, { body: { email: player.email } })).status).toBe(200);
});

test("a device is not kept known by polls, by a session alone, or by an answer that is public", async () => {
  const player = await app.player();
  await app.clock.advance(2 * DAY);
  const thief = app.browser();
  thief.cookies.set("acebay_session", player.cookies.get("acebay_session") ?? "");
  for (const reply of [
    await player.call(accountRoutes.me, { headers: polls }),
    await thief.call(accountRoutes.me),
    await player.call(courseRoutes.listCourses),
  ]) {
    expect(reply.status).toBe(200);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  }
  expect((await player.call(accountRoutes.me)).headers["set-cookie"]).toBeDefined();
});

test("a player's session lasts as long as a call comes every 30 days", async () => {
  const player = await app.player();
  for (let months = 0; months < 4; months += 1) {
    await app.clock.advance(30 * DAY - 1);
    expect(await isIn(player)).toBe(true);
  }
  await app.clock.advance(30 * DAY);
  expect(await isIn(player)).toBe(false);
});

describe("signing out everywhere else", () => {
  test("ends all other sessions and keeps this one; the devices stay known", async () => {
    const player = await app.player();
    const phone = await app.signedIn(player.email);
    // The first proof of the address ended the registration's own session.
    const laptop = await app.signedIn(player.email);
    expect(await laptop.call(profileRoutes.endOtherSessions)).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(await isIn(phone)).toBe(false);
    expect(await isIn(laptop)).toBe(true);
    expect((await phone.call(accountRoutes.login, { body: { email: player.email } })).status).toBe(200);
  });

  test("forgets the other devices where asked", async () => {
    const player = await app.player();
    const phone = await app.signedIn(player.email);
    const laptop = await app.signedIn(player.email);
    await laptop.call(profileRoutes.endOtherSessions, { body: { forget: true } });
    expect((await phone.call(accountRoutes.login, { body: { email: player.email } })).status).toBe(202);
    const { devices } = await bodyOf(laptop.call(profileRoutes.listDevices));
    expect(devices).toEqual([expect.objectContaining({ isCurrent: true })]);
  });

  test("ends no session of anybody else", async () => {
    const [one, other] = [await app.player(), await app.player()];
    await one.call(profileRoutes.endOtherSessions, { body: { forget: true } });
    expect(await isIn(other)).toBe(true);
  });
});

type ListQuery = NonNullable<SendOf<typeof peopleRoutes.listPeople>["query"]>;

describe("an administrator", () => {
  let admin: Player;
  beforeAll(async () => {
    admin = await app.signIn("admin@acebay.test");
  });
  const find = (q: string) => admin.call(peopleRoutes.findPeople, { query: { q } });

  test("finds an account by name, address or player ID, and reads it with its sessions", async () => {
    const player = await app.player("Robin Found");
    const found = { id: player.id, userId: player.userId, name: "Robin Found", email: player.email, role: "player" };
    for (const q of [player.email.toUpperCase(), player.userId, "robin fou", "found ROBIN"])
      expect(await find(q)).toMatchObject({ status: 200, body: { people: [found], more: false } });
    for (const id of [player.id, player.userId])
      expect(await admin.call(peopleRoutes.getPerson, { params: { id } })).toMatchObject({
        status: 200,
        body: { person: { ...found, phone: expect.any(String), emailProved: false, sessions: [{}] }, notes: [] },
      });
    expect((await bodyOf(find("nobody@example.com"))).people).toEqual([]);
    expect((await find("")).status).toBe(400);
    expect((await admin.call(peopleRoutes.getPerson, { params: { id: randomUUID() } })).status).toBe(404);
  });

  test("finds twenty people of a name at most, by their names, and hears that there are more", async () => {
    for (let n = 0; n < 21; n++) await app.player(`Twentyfold ${String.fromCharCode(97 + ((n * 5) % 21))}`);
    const { people, more } = await bodyOf(find("twentyfold"));
    expect(people.map(({ name }) => name.at(-1)).join("")).toBe("abcdefghijklmnopqrst");
    expect(more).toBe(true);
  });

  test("lists everybody page by page, by name or by when they came, of a role, and of what a text finds", async () => {
    await app.db.pool.query(
      `INSERT INTO users (id, player_id, name, email, created_at, deleted_at)
       SELECT gen_random_uuid(), lpad(n::text, 10, '0'), 'Listed ' || CASE n % 2 WHEN 0 THEN 'Same' ELSE n::text END, 'listed' || n || '@example.com',
         now() - n * interval '1 minute', CASE n WHEN 150 THEN now() END
       FROM generate_series(1, 150) n`,
    );
    const all = async (query: ListQuery) => {
      const people: ListedPerson[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = { ...query, ...(cursor === "" ? {} : { cursor }) };
        const answer: { people: ListedPerson[]; nextCursor: string | null } = await bodyOf(
          admin.call(peopleRoutes.listPeople, { query: page }),
          200,
        );
        people.push(...answer.people);
        cursor = answer.nextCursor;
      }
      return people;
    };
    const listed = await all({ q: "listed" });
    expect(new Set(listed.map(({ id }) => id)).size).toBe(149);
    const names = listed.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect(await all({ q: "listed", sort: "name_down" })).toEqual(listed.toReversed());
    const newest = await all({ q: "listed", sort: "newest" });
    expect(newest[0]?.email).toBe("listed1@example.com");
    expect(await all({ q: "listed", sort: "oldest" })).toEqual(newest.toReversed());
    const everybody = await all({});
    expect(everybody.length).toBeGreaterThan(149);
    expect((await all({ role: "admin" })).map(({ email }) => email)).toContain("admin@acebay.test");
    expect(await all({ role: "admin", q: "listed" })).toEqual([]);
    for (const query of [{ cursor: "nobody" }, { sort: "loudest" as "name" }, { q: "x".repeat(255) }])
      expect((await admin.call(peopleRoutes.listPeople, { query })).status).toBe(400);
    expect((await (await app.player()).call(peopleRoutes.listPeople)).status).toBe(403);
  });

  test("ends somebody's sessions with a reason: audited, and told by mail", async () => {
    const player = await app.player("Robin Ended");
    const path = `/api/admin/people/${player.id}/sign-out`;
    expect((await admin.raw("POST", path, {})).status).toBe(400);
    expect(await isIn(player)).toBe(true);
    const reply = await admin.raw("POST", path, { reason: "The phone was lost" });
    expect(reply).toMatchObject({ status: 200, body: { ended: 1, person: { sessions: [] } } });
    expect(await isIn(player)).toBe(false);
    expect((await player.call(accountRoutes.login, { body: { email: player.email } })).status).toBe(202);
    const { rows } = await app.db.pool.query(
      "SELECT actor_id, detail FROM audit_trail WHERE action = 'account.signed_out' AND subject = $1",
      [player.id],
    );
    expect(rows).toEqual([{ actor_id: admin.id, detail: { reason: "The phone was lost", sessions: 1 } }]);
    const letters = await outboxOf(admin);
    expect(
      letters.find(
        ({ to, text }: { to: string; text: string }) => to === player.email && text.includes("The phone was lost"),
      ),
    ).toBeDefined();
  });

  test("gets 404 for an unknown id, and players and staff get 403", async () => {
    expect(
      (await admin.call(peopleRoutes.signPersonOut, { params: { id: "nobody" }, body: { reason: "x" } })).status,
    ).toBe(404);
    const staff = await app.signIn("staff@acebay.test");
    for (const who of [staff, await app.player()]) {
      expect((await who.call(peopleRoutes.findPeople, { query: { q: "x" } })).status).toBe(403);
      expect((await who.call(peopleRoutes.getPerson, { params: { id: admin.id } })).status).toBe(403);
      expect(
        (await who.call(peopleRoutes.signPersonOut, { params: { id: admin.id }, body: { reason: "x" } })).status,
      ).toBe(403);
    }
    expect(await isIn(admin)).toBe(true);
  });
});

test("a live stream ends with the session that it belongs to, at once", async () => {
  const staff = await app.signedIn("staff@acebay.test");
  const admin = await app.signIn("admin@acebay.test");
  const address = await app.http.listen({ host: "127.0.0.1", port: 0 });
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const stream = await fetch(`${address}/api/admin/courses/1/bays/events`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  const { id } = (await bodyOf(staff.call(accountRoutes.me))).user;
  await admin.call(peopleRoutes.signPersonOut, { params: { id }, body: { reason: "Gone" } });
  // The stream ends by itself in this test; otherwise it would last as long as the session.
  expect(await stream.text()).toContain("event:");
}, 10_000);

test("the operator lists and ends sessions at the server", async () => {
  const player = await app.player();
  const deps = {
    db: app.db,
    clock: app.clock,
    config: readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET }),
    hub: createHub(),
    mailer: app.mailer,
  };
  const run = async (name: string, ...words: string[]) => commands.get(name)?.run(deps, words);
  expect(await run("sessions", player.email)).toMatch(/since .* until/);
  expect(await run("sign-out", player.email, "The", "phone", "was", "lost")).toMatch(/out of 1 session,/);
  expect(await isIn(player)).toBe(false);
  expect(await run("sessions", player.email)).toMatch(/nowhere/);
  await expect(run("sessions", "nobody@example.com")).rejects.toThrow(CommandRefused);
});
