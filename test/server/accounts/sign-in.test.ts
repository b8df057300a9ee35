/** Rules, section 2: signing in by device and by mailed code, signing out, and what ends a device's trust. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { readConfig } from "#platform/server/config.ts";
import { type Browser, copyOf, freshApp, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
});
afterAll(() => app.close());

const DAY = 86_400;
const login = (browser: Browser, email: string, code?: string) =>
  browser.call(accountRoutes.login, { body: { email, ...(code === undefined ? {} : { code }) } });

describe("on a known device", () => {
  test("the email alone signs in, in upper or lower case, and after a logout, too", async () => {
    const golfer = await app.player();
    expect((await golfer.call(accountRoutes.logout)).status).toBe(204);
    expect((await golfer.call(accountRoutes.me)).status).toBe(401);
    expect(await login(golfer, golfer.email.toUpperCase())).toMatchObject({
      status: 200,
      body: { user: { id: golfer.id } },
    });
    expect((await golfer.call(accountRoutes.me)).status).toBe(200);
  });

  test("a logout is 204 when nobody is signed in", async () => {
    expect((await app.browser().call(accountRoutes.logout)).status).toBe(204);
  });

  test("the device is known for 90 days after its last use", async () => {
    const own = await freshApp();
    const golfer = await own.player();
    await own.clock.advance(89 * DAY);
    expect((await login(golfer, golfer.email)).status).toBe(200);
    await own.clock.advance(90 * DAY);
    expect((await login(golfer, golfer.email)).status).toBe(200);
    await own.clock.advance(90 * DAY + 1);
    expect((await login(golfer, golfer.email)).status).toBe(202);
    await own.close();
  });

  test("forgetting the device signs out and demands a code again, even for a copy of its cookies", async () => {
    const golfer = await app.player();
    const copy = copyOf(app, golfer);
    expect((await golfer.call(accountRoutes.forgetDevice)).status).toBe(204);
    expect((await copy.call(accountRoutes.me)).status).toBe(401);
    for (const browser of [golfer, copy]) expect((await login(browser, golfer.email)).status).toBe(202);
    expect((await app.browser().call(accountRoutes.forgetDevice)).status).toBe(401);
  });

  test("a device cookie works for one account: it signs no other account in, and a forged one works for none", async () => {
    const [golfer, other] = [await app.player(), await app.player()];
    expect((await login(golfer, other.email)).status).toBe(202);
    const forged = app.browser();
    const cookie = golfer.cookies.get("acebay_device") ?? "";
    forged.cookies.set("acebay_device", cookie.slice(0, -1) + (cookie.endsWith("A") ? "B" : "A"));
    expect((await login(forged, golfer.email)).status).toBe(202);
    forged.cookies.set("acebay_device", cookie.split(".")[0] ?? "");
    expect((await login(forged, golfer.email)).status).toBe(202);
  });

  test("two accounts in one browser both know it and are signed in one at a time; forgetting one keeps the other", async () => {
    const first = await app.player("First Golfer");
    const form = { name: "Second Golfer", email: `second-${first.email}`, phone: "555 010 0100" };
    const second = (await bodyOf(first.call(accountRoutes.register, { body: form }))).user;
    expect((await bodyOf(first.call(accountRoutes.me))).user.id).toBe(second.id);
    for (const { email, id } of [first, second, first]) {
      expect((await login(first, email)).status).toBe(200);
      expect((await bodyOf(first.call(accountRoutes.me))).user.id).toBe(id);
    }
    await first.call(accountRoutes.forgetDevice);
    expect((await login(first, first.email)).status).toBe(202);
    expect((await login(first, second.email)).status).toBe(200);
    const { rows } = await app.db.pool.query(
      "SELECT count(DISTINCT browser_id) AS n FROM devices WHERE user_id IN ($1, $2)",
      [first.id, second.id],
    );
    expect(rows[0].n).toBe(1);
  });

  test("free shots count by browser, so that a fourth account there gets none", async () => {
    const golfer = await app.player();
    const shot = () => golfer.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 4, teeTime: "15:00" } });
    const statuses = [(await shot()).status];
    for (const n of [2, 3, 4]) {
      await golfer.call(accountRoutes.register, {
        body: {
          name: "Another",
          email: `${n}-${golfer.email}`,
          phone: "555 010 0100",
        },
      });
      statuses.push((await shot()).status);
    }
    expect(statuses).toEqual([201, 201, 201, 429]);
  });
});

describe("the first proof of an address", () => {
  test("by a code ends every other session and device; a later proof does not", async () => {
    const squatter = await app.player();
    const owner = await app.signIn(squatter.email);
    expect((await squatter.call(accountRoutes.me)).status).toBe(401);
    expect((await login(squatter, squatter.email)).status).toBe(202);
    const phone = await app.signIn(squatter.email);
    for (const browser of [owner, phone]) expect((await browser.call(accountRoutes.me)).status).toBe(200);
    await owner.call(accountRoutes.logout);
    expect((await login(owner, owner.email)).status).toBe(200);
  });
});

describe("staff and administrators", () => {
  test.each(["staff@acebay.test", "admin@acebay.test"])(
    "%s needs the code on every device, each time",
    async (email) => {
      const person = await app.signIn(email);
      expect((await person.call(accountRoutes.me)).status).toBe(200);
      await person.call(accountRoutes.logout);
      expect((await login(person, email)).status).toBe(202);
      expect((await person.call(accountRoutes.me)).status).toBe(401);
    },
  );
});

describe("LOGIN_VERIFICATION=off", () => {
  test("signs players in by email alone, but neither staff nor administrators; production refuses it", async () => {
    const kiosk = await freshApp({ env: { LOGIN_VERIFICATION: "off" } });
    const golfer = await kiosk.player();
    expect((await login(kiosk.browser(), golfer.email)).status).toBe(200);
    for (const email of ["staff@acebay.test", "admin@acebay.test"])
      expect((await login(kiosk.browser(), email)).status).toBe(202);
    await kiosk.close();
    expect(() => readConfig({ NODE_ENV: "production", LOGIN_VERIFICATION: "off" })).toThrow("LOGIN_VERIFICATION=off");
    expect(() => readConfig({ LOGIN_VERIFICATION: "maybe" })).toThrow("LOGIN_VERIFICATION");
  });
});

describe("the cookies", () => {
  test("are HttpOnly and Lax; over HTTPS also Secure and bound to the host", async () => {
    const form = { name: "Robin Tester", email: "cookies@example.com", phone: "555 010 0100" };
    const plain = await app.http.inject({ method: "POST", url: "/api/register", payload: form });
    expect(plain.cookies.map(({ name }) => name)).toEqual(["acebay_session", "acebay_device"]);
    const secure = await freshApp({ env: { PUBLIC_URL: "HTTPS://Play.Example.COM:443/" } });
    const safe = await secure.http.inject({ method: "POST", url: "/api/register", payload: form });
    expect(safe.cookies.map(({ name }) => name)).toEqual(["__Host-acebay_session", "__Host-acebay_device"]);
    for (const cookie of [...plain.cookies, ...safe.cookies])
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(safe.cookies.every(({ secure: flag }) => flag === true)).toBe(true);
    expect(safe.cookies.find(({ name }) => name.includes("device"))?.maxAge).toBe(90 * DAY);
    const asked = await secure.http.inject({ method: "POST", url: "/api/login", payload: { email: form.email } });
    expect(asked.cookies).toEqual([
      expect.objectContaining({
        name: "__Host-acebay_challenge",
        maxAge: 900,
        httpOnly: true,
        secure: true,
        sameSite: "Lax",
        path: "/",
      }),
    ]);
    // A sibling host can set a cookie without the prefix: over HTTPS it counts for nothing.
    const session = safe.cookies.find(({ name }) => name.includes("session"))?.value;
    expect(
      (await secure.http.inject({ url: "/api/me", headers: { cookie: `acebay_session=${session}` } })).statusCode,
    ).toBe(401);
    expect(
      (await secure.http.inject({ url: "/api/me", headers: { cookie: `__Host-acebay_session=${session}` } }))
        .statusCode,
    ).toBe(200);
    await secure.close();
  });

  test("of a sign-in expire on the server after 30 days without a call, whatever the browser keeps", async () => {
    const own = await freshApp();
    const golfer = await own.player();
    await own.clock.advance(30 * DAY - 1);
    expect((await golfer.call(accountRoutes.me)).status).toBe(200);
    await own.clock.advance(30 * DAY);
    expect((await golfer.call(accountRoutes.me)).status).toBe(401);
    await own.close();
  });
});
