/** Rules, section 2: registration, the player ID, the profile. Signing in has its own file. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditBooks } from "#main/server/audit-checks.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { parsePlayerId } from "#features/accounts/rules.ts";
import { freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(async () => {
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

let registered = 0;
const fresh = (change: object = {}) => ({
  name: "Robin Tester",
  email: `golfer-${(registered += 1)}@example.com`,
  phone: "555 010 0100",
  ...change,
});
const patch = (person: Player, body: object) =>
  person.call(accountRoutes.updateUser, { params: { id: person.id }, body });

describe("registration", () => {
  test("signs the device in and answers the whole user, with the spec's switches", async () => {
    const browser = app.browser();
    const form = fresh({ acquisitionSource: "qr_code" });
    const body = await bodyOf(browser.call(accountRoutes.register, { body: form }), 201);

    expect(body).toEqual({
      user: {
        id: expect.any(String),
        userId: expect.any(String),
        name: form.name,
        email: form.email,
        phone: form.phone,
        acquisitionSource: "qr_code",
        role: "player",
        notifications: {
          emailNotifications: true,
          smsNotifications: false,
          pushNotifications: true,
          gameUpdates: true,
          prizeAlerts: true,
        },
        namedAsWinner: false,
        language: "en",
        createdAt: "2026-11-21T17:00:00.000Z",
      },
    });
    expect(await bodyOf(browser.call(accountRoutes.me))).toEqual(body);
  });

  test.each(["name", "email", "phone"])("without %s is 400 with the spec's sentence", async (field) => {
    for (const absent of [undefined, null, "", "  "]) {
      const reply = await app.browser().call(accountRoutes.register, { body: fresh({ [field]: absent }) });
      expect(reply).toMatchObject({ status: 400, body: { error: { message: "All fields are required" } } });
    }
  });

  test.each([
    [{ email: "no address" }, "Valid email is required"],
    [{ phone: "call me" }, "Please enter a phone number that we can call, with 7 to 15 digits"],
    [{ acquisitionSource: "television" }, "Please choose one of the listed sources"],
    [{ name: "x".repeat(101) }, "Please keep this under 100 characters"],
  ])("%j is 400", async (change, message) => {
    expect(await app.browser().call(accountRoutes.register, { body: fresh(change) })).toMatchObject({
      status: 400,
      body: { error: { message } },
    });
  });

  test("a blank acquisition source counts as none, and nobody can ask for a role [5.4]", async () => {
    const body = await bodyOf(
      app.browser().call(accountRoutes.register, { body: fresh({ acquisitionSource: "", role: "admin", id: "mine" }) }),
    );
    expect(body.user).toMatchObject({ acquisitionSource: null, role: "player" });
    expect(body.user.id).not.toBe("mine");
  });

  test("an email address is registered once, whatever its case, even by twenty calls at the same moment", async () => {
    const form = fresh();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        app
          .browser()
          .call(accountRoutes.register, { body: { ...form, email: n % 2 ? form.email.toUpperCase() : form.email } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await app.browser().call(accountRoutes.register, { body: form })).toMatchObject({
      status: 409,
      body: { error: { code: "accounts.email_taken" } },
    });
  });

  test("is limited for each client address, but not for loopback callers", async () => {
    const replies = [];
    for (let n = 0; n < 61; n++)
      replies.push(await app.browser("203.0.113.9").call(accountRoutes.register, { body: fresh() }));
    expect(replies.map(({ status }) => status)).toEqual([...Array<number>(60).fill(201), 429]);
    expect(Number(replies.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
    expect(replies.at(-1)?.body.error?.code).toBe("request.too_many");
    for (let n = 0; n < 61; n++)
      expect((await app.browser().call(accountRoutes.register, { body: fresh() })).status).toBe(201);
  });
});

describe("the player ID", () => {
  test("is ten characters of Crockford's alphabet in groups, the last a check character, never a sequence", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await app.player()).userId));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/);
      expect(parsePlayerId(id)).toBe(id.replaceAll("-", ""));
    }
    expect(new Set(ids.map((id) => id.slice(0, 3))).size).toBeGreaterThan(10);
  });

  test("is looked up with spaces, hyphens, small letters and look-alikes, and shows first name and initial", async () => {
    const [friend, golfer] = [await app.player("Jordan Ann Parr"), await app.player()];
    const plain = friend.userId.replaceAll("-", "");
    const typed = [
      friend.userId,
      plain,
      plain.toLowerCase(),
      plain.replace(/(...)/g, "$1 "),
      plain.replaceAll("1", "l").replaceAll("0", "o"),
    ];
    for (const id of typed) {
      const { player } = await bodyOf(golfer.call(profileRoutes.lookUpPlayer, { params: { userId: id } }), 200);
      expect(player).toMatchObject({ userId: friend.userId, displayName: "Jordan P." });
      expect(Object.keys(player)).toEqual(["userId", "displayName"]);
    }
  });

  test("is 404 with one wrong character or when nobody has it; signed out it is 401", async () => {
    const [friend, golfer] = [await app.player(), await app.player()];
    const wrong = (friend.userId.startsWith("7") ? "8" : "7") + friend.userId.slice(1);
    for (const id of [wrong, "7K3M", "%20", "7K3M-Q9TV-2X-7K3M"])
      expect((await golfer.call(profileRoutes.lookUpPlayer, { params: { userId: id } })).status).toBe(404);
    expect((await app.browser().call(profileRoutes.lookUpPlayer, { params: { userId: friend.userId } })).status).toBe(
      401,
    );
  });

  test("may be looked up sixty times a minute by one account, on loopback, too", async () => {
    const golfer = await app.player();
    for (let n = 0; n < 60; n++)
      expect((await golfer.call(profileRoutes.lookUpPlayer, { params: { userId: "nobody" } })).status).toBe(404);
    const refused = await golfer.call(profileRoutes.lookUpPlayer, { params: { userId: "nobody" } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await (await app.player()).call(profileRoutes.lookUpPlayer, { params: { userId: "nobody" } })).status).toBe(
      404,
    );
  });
});

describe("the profile", () => {
  test("can be read by its owner by id and by player ID; anybody else's is 404, and signed out it is 401", async () => {
    const [golfer, other] = [await app.player(), await app.player()];
    for (const named of [golfer.id, golfer.userId, golfer.userId.replaceAll("-", "").toLowerCase()]) {
      expect((await bodyOf(golfer.call(profileRoutes.getUser, { params: { id: named } }))).user.id).toBe(golfer.id);
    }
    for (const suffix of ["", "/sessions", "/sessions/active", "/claims"]) {
      expect((await golfer.raw("GET", `/api/users/${other.id}${suffix}`)).status).toBe(404);
      expect((await app.browser().raw("GET", `/api/users/${other.id}${suffix}`)).status).toBe(401);
    }
    expect(
      (
        await golfer.call(accountRoutes.updateUser, {
          params: { id: other.id },
          body: { name: "Mallory", email: other.email },
        })
      ).status,
    ).toBe(404);
    expect(
      (await golfer.call(profileRoutes.updateNotifications, { params: { id: other.id }, body: { gameUpdates: false } }))
        .status,
    ).toBe(404);
  });

  test("saves the name and the phone; a phone that is left out or blank stays", async () => {
    const golfer = await app.player();
    expect(
      (await bodyOf(patch(golfer, { name: " Kim ", email: golfer.email, phone: "+1 (555) 010-0199" }))).user,
    ).toMatchObject({ name: "Kim", phone: "+1 (555) 010-0199" });
    expect((await bodyOf(patch(golfer, { name: "Kim", email: golfer.email, phone: null }))).user.phone).toBe(
      "+1 (555) 010-0199",
    );
  });

  test.each([
    [{ name: " " }, "Name is required"],
    [{ email: "nowhere" }, "Valid email is required"],
  ])("%j is 400 and saves nothing", async (change, message) => {
    const golfer = await app.player();
    expect(await patch(golfer, { name: "Kim", email: golfer.email, ...change })).toMatchObject({
      status: 400,
      body: { error: { message } },
    });
    expect((await bodyOf(golfer.call(accountRoutes.me))).user.name).toBe("Robin Tester");
  });

  test("switches only the notifications that are sent", async () => {
    const golfer = await app.player();
    const change = (body: object) =>
      golfer.call(profileRoutes.updateNotifications, { params: { id: golfer.id }, body });
    const before = (await bodyOf(golfer.call(accountRoutes.me))).user.notifications;
    expect((await bodyOf(change({ smsNotifications: true }))).user.notifications).toEqual({
      ...before,
      smsNotifications: true,
    });
    expect((await bodyOf(change({}))).user.notifications).toEqual({ ...before, smsNotifications: true });
    expect((await change({ gameUpdates: "no" })).status).toBe(400);
  });
});
