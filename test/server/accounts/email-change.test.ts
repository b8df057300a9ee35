/** Rules, section 2: changing one's email address. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { copyOf, freshApp, type Player, type TestApp } from "#test/app.ts";
import { atOnce } from "#test/at-once.ts";
import { bodyOf } from "#test/calls.ts";
import { outboxOf } from "#test/demo.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

let registered = 0;
const fresh = (change: object = {}) => ({
  name: "Robin Tester",
  email: `changing-${(registered += 1)}@example.com`,
  phone: "555 010 0100",
  ...change,
});
const patch = (person: Player, body: object) =>
  person.call(accountRoutes.updateUser, { params: { id: person.id }, body });
const lettersTo = async (email: string) =>
  (await outboxOf(app.browser())).filter(({ to }: { to: string }) => to === email);

describe("a changed email", () => {
  test("waits for the code mailed to it, while name and phone are saved; then the old address is told", async () => {
    const golfer = await app.player();
    const email = `new-${golfer.email}`;
    const asked = await patch(golfer, { name: "Kim", email, phone: "555 010 0177" });
    expect(asked).toMatchObject({
      status: 202,
      body: {
        user: { name: "Kim", phone: "555 010 0177", email: golfer.email },
        challenge: { expiresAt: "2026-11-21T17:05:00.000Z" },
      },
    });
    const code = await app.mailedCode(email);
    expect(await lettersTo(golfer.email)).toHaveLength(0);
    const changed = await patch(golfer, { name: "Kim", email, code });
    expect(changed).toMatchObject({ status: 200, body: { user: { email } } });
    // Nobody has proved the old address: a stranger who reads mail there gets no text that somebody typed.
    const [told, ...more] = await lettersTo(golfer.email);
    expect([told?.text.includes("now uses another email address."), told?.text.includes(email), more]).toEqual([
      true,
      false,
      [],
    ]);
    expect((await app.browser().call(accountRoutes.login, { body: { email: golfer.email } })).status).toBe(404);
  });

  test("stays changed when the profile is saved at the same moment, with or without the old address", async () => {
    for (const isNamed of [false, true]) {
      const golfer = await app.player();
      const email = `kept-${golfer.email}`;
      await patch(golfer, { email });
      const code = await app.mailedCode(email);
      const other = { ...golfer, ...copyOf(app, golfer) };
      const stale = { name: "Kim", ...(isNamed ? { email: golfer.email.toUpperCase() } : {}) };
      const [changed, saved] = await atOnce(
        app,
        `SELECT FROM users WHERE id = '${golfer.id}' FOR UPDATE`,
        () => patch(golfer, { email, code }),
        () => patch(other, stale),
      );
      expect(changed.status).toBe(200);
      // Who names the old address asks to change back to it, and the new one is proved by now.
      expect(saved).toMatchObject(isNamed ? { status: 401 } : { status: 200, body: { user: { email, name: "Kim" } } });
      expect((await bodyOf(golfer.call(accountRoutes.me))).user.email).toBe(email);
    }
  });

  test("is refused with a wrong code, a sign-in code, or another address's code, and then saves nothing", async () => {
    const golfer = await app.player();
    const copy = app.browser();
    await copy.call(accountRoutes.login, { body: { email: golfer.email } });
    const signIn = await app.mailedCode(golfer.email);
    golfer.cookies.set("acebay_challenge", copy.cookies.get("acebay_challenge") ?? "");
    const [first, second] = [`first-${golfer.email}`, `second-${golfer.email}`];
    for (const email of [first, second]) await patch(golfer, { name: "Robin Tester", email });
    for (const code of [signIn, await app.mailedCode(second)]) {
      expect((await patch(golfer, { name: "Kim", email: first, code })).status).toBe(401);
    }
    expect((await bodyOf(golfer.call(accountRoutes.me))).user).toMatchObject({
      name: "Robin Tester",
      email: golfer.email,
    });
  });

  test("to a taken address is answered like any other, whatever its case: no code works, and the owner is told once a day", async () => {
    const [golfer, other] = [await app.player(), await app.player()];
    const free = await patch(golfer, { name: "Kim", email: `free-${golfer.email}` });
    const taken = await patch(golfer, { name: "Kim", email: other.email.toUpperCase() });
    expect(taken).toEqual({ ...free, headers: expect.anything() });
    expect(Object.keys(taken.headers)).toEqual(Object.keys(free.headers));
    expect(await patch(golfer, { email: other.email, code: "123456" })).toMatchObject({
      status: 401,
      body: { error: { code: "accounts.wrong_code" } },
    });
    await patch(golfer, { email: other.email });
    const letters = await lettersTo(other.email);
    expect(letters.map(({ subject }: { subject: string }) => subject)).toEqual([
      "Somebody wants to use your email address for another Acebay account",
    ]);
    expect((await bodyOf(golfer.call(accountRoutes.me))).user.email).toBe(golfer.email);
  });

  test("may be asked for ten times a day", async () => {
    const own = await freshApp();
    const golfer = await own.player();
    const ask = (n: number) =>
      golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body: { email: `${n}-${golfer.email}` } });
    for (let n = 0; n < 10; n++) {
      expect((await ask(n)).status).toBe(202);
      await own.clock.advance(301);
    }
    const refused = await ask(10);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "accounts.too_many_emails" } } });
    expect(Number(refused.headers["retry-after"])).toBe(86_400 - 3_010);
    await own.clock.advance(86_400 - 3_010);
    expect((await ask(10)).status).toBe(202);
    await own.close();
  });

  test("to an address that someone else takes meanwhile is 409", async () => {
    const golfer = await app.player();
    const email = `wanted-${golfer.email}`;
    await patch(golfer, { name: "Kim", email });
    const code = await app.mailedCode(email);
    await app.browser().call(accountRoutes.register, { body: fresh({ email }) });
    expect((await patch(golfer, { name: "Kim", email, code })).status).toBe(409);
  });

  test("that differs only in upper and lower case needs no code", async () => {
    const golfer = await app.player();
    expect(await patch(golfer, { name: "Kim", email: golfer.email.toUpperCase() })).toMatchObject({
      status: 200,
      body: { user: { email: golfer.email.toUpperCase() } },
    });
  });

  test("ends the codes that went to the old address", async () => {
    const golfer = await app.player();
    const asker = app.browser();
    await asker.call(accountRoutes.login, { body: { email: golfer.email } });
    const old = await app.mailedCode(golfer.email);
    const email = `moved-${golfer.email}`;
    await patch(golfer, { name: "Kim", email });
    await patch(golfer, { name: "Kim", email, code: await app.mailedCode(email) });
    expect(await asker.call(accountRoutes.login, { body: { email, code: old } })).toMatchObject({
      status: 401,
      body: { error: { code: "accounts.dead_code" } },
    });
  });

  test("may be asked for ten times a day, also by calls at the same moment", async () => {
    const golfer = await app.player();
    for (let n = 0; n < 9; n++) {
      expect((await patch(golfer, { email: `${n}-${golfer.email}` })).status).toBe(202);
      await app.clock.advance(301);
    }
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(golfer, { email: `at-once-${n}-${golfer.email}` })),
    );
    const refused = replies.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(7);
    for (const reply of refused)
      expect(reply).toMatchObject({ status: 429, body: { error: { code: "accounts.too_many_emails" } } });
  });
});

describe("a code proves only the address that it was sent to:", () => {
  const moves: [string, (golfer: Player, email: string) => Promise<unknown>][] = [
    [
      "an administrator moves the account",
      async ({ id }, email) => {
        const admin = await app.signIn("admin@acebay.test");
        const moved = await admin.call(peopleRoutes.movePerson, {
          params: { id },
          body: { email, reason: "Lost mailbox" },
        });
        expect(moved.status).toBe(200);
      },
    ],
    [
      "whatever changes it",
      async ({ id }, email) => app.owner.pool.query("UPDATE users SET email = $2 WHERE id = $1", [id, email]),
    ],
  ];
  test.each(moves)("when %s, the old mailbox opens nothing", async (_name, move) => {
    const golfer = await app.player();
    await app.signedIn(golfer.email);
    const thief = app.browser();
    await thief.call(accountRoutes.login, { body: { email: golfer.email } });
    const code = await app.mailedCode(golfer.email);
    const email = `moved-${golfer.email}`;
    await move(golfer, email);
    expect((await thief.call(accountRoutes.login, { body: { email, code } })).status).toBe(401);
    expect((await thief.call(accountRoutes.me)).status).toBe(401);
    await app.signedIn(email);
  });
});
