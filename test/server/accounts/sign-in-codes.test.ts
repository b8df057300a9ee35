/** Rules, section 2: a mailed code, the browser that it belongs to, and how often one may guess. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { type Browser, copyOf, freshApp, type Player, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
});
afterAll(() => app.close());

const login = (browser: Browser, email: string, code?: string) =>
  browser.call(accountRoutes.login, { body: { email, ...(code === undefined ? {} : { code }) } });
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

/** A code freshly mailed to a player, and the browser that asked for it. */
async function codeFor(player: Player, browser = app.browser()): Promise<{ browser: Browser; code: string }> {
  expect((await login(browser, player.email)).status).toBe(202);
  return { browser, code: await app.mailedCode(player.email) };
}

describe("on an unknown device", () => {
  test("a mailed code of six digits signs in; for an unknown address the answer says so", async () => {
    const golfer = await app.player();
    const browser = app.browser();
    expect((await login(browser, golfer.email)).body).toEqual({ challenge: { expiresAt: "2026-11-21T17:05:00.000Z" } });
    expect((await browser.call(accountRoutes.me)).status).toBe(401);
    const code = await app.mailedCode(golfer.email);
    expect(await login(browser, golfer.email, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      status: 200,
      body: { user: { id: golfer.id } },
    });
    expect((await browser.call(accountRoutes.me)).status).toBe(200);
    expect(await login(browser, "nobody@example.com")).toMatchObject({
      status: 404,
      body: { error: { code: "accounts.unknown_email" } },
    });
    expect(await login(browser, "nobody@example.com", "123456")).toMatchObject({ status: 404 });
    expect(await login(browser, "")).toMatchObject({ status: 400, body: { error: { message: "Email is required" } } });
    expect((await login(browser, golfer.email, "12345")).status).toBe(400);
  });

  test("codes are kept hashed", async () => {
    const golfer = await app.player();
    const { code } = await codeFor(golfer);
    const { rows } = await app.db.pool.query(
      "SELECT count(*) AS n FROM mailed_codes m WHERE m.user_id = $1 AND (m::text LIKE '%' || $2 || '%' OR encode(code_hash, 'escape') = $2)",
      [golfer.id, code],
    );
    expect(rows[0].n).toBe(0);
  });

  test("a code works once, even after a newer one was mailed, and ends all other codes of the account", async () => {
    const golfer = await app.player();
    const { browser, code: first } = await codeFor(golfer);
    const { code: second } = await codeFor(golfer, browser);
    const elsewhere = await codeFor(golfer);
    const copy = copyOf(app, browser);
    expect((await login(browser, golfer.email, first)).status).toBe(200);
    for (const [asker, code] of [
      [copy, first],
      [copy, second],
      [elsewhere.browser, elsewhere.code],
    ] as const)
      expect(await login(asker, golfer.email, code)).toMatchObject({
        status: 401,
        body: { error: { code: "accounts.dead_code" } },
      });
  });

  test("a code that is used twice at the same moment signs in once", async () => {
    const golfer = await app.player();
    const { browser, code } = await codeFor(golfer);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => login(copyOf(app, browser), golfer.email, code)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a code expires after five minutes, and the answer says so for some time", async () => {
    const own = await freshApp();
    const golfer = await own.player();
    for (const [seconds, status] of [
      [299, 200],
      [300, 401],
    ] as const) {
      const browser = own.browser();
      await login(browser, golfer.email);
      const code = await own.mailedCode(golfer.email);
      await own.clock.advance(seconds);
      const reply = await login(browser, golfer.email, code);
      expect(reply.status).toBe(status);
      if (status === 401) expect(reply.body.error?.code).toBe("accounts.dead_code");
    }
    await own.close();
  });

  test("a code ends after three wrong tries, from whatever address they come", async () => {
    const golfer = await app.player();
    const { browser, code } = await codeFor(golfer);
    for (const by of [1, 2, 3])
      expect(await login(copyOf(app, browser, `198.51.100.${by}`), golfer.email, wrong(code, by))).toMatchObject({
        status: 401,
        body: { error: { code: "accounts.wrong_code" } },
      });
    expect(await login(browser, golfer.email, code)).toMatchObject({
      status: 401,
      body: { error: { code: "accounts.dead_code" } },
    });
  });

  test("twenty wrong tries at the same moment count as three at most", async () => {
    const golfer = await app.player();
    const { browser, code } = await codeFor(golfer);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => login(copyOf(app, browser), golfer.email, wrong(code, n + 1))),
    );
    expect(replies.filter(({ body }) => body.error?.code === "accounts.wrong_code")).toHaveLength(3);
    expect((await login(browser, golfer.email, code)).status).toBe(401);
  });

  test("a code works only in the browser that asked for it: elsewhere it is wrong, and no try is counted", async () => {
    const [golfer, other] = [await app.player(), await app.player()];
    const { browser, code } = await codeFor(golfer);
    const strangers = [app.browser(), (await codeFor(golfer)).browser, (await codeFor(other)).browser];
    const forged = app.browser();
    const cookie = browser.cookies.get("acebay_challenge") ?? "";
    forged.cookies.set("acebay_challenge", cookie.slice(0, -1) + (cookie.endsWith("A") ? "B" : "A"));
    for (const stranger of [...strangers, forged])
      for (let n = 0; n < 4; n++)
        expect(await login(stranger, golfer.email, code)).toMatchObject({
          status: 401,
          body: { error: { code: expect.stringMatching(/^accounts\.(wrong|dead)_code$/) } },
        });
    expect((await login(browser, golfer.email, code)).status).toBe(200);
  });

  test("a browser keeps its last five challenges", async () => {
    const browser = app.browser();
    const golfers = [];
    for (let n = 0; n < 6; n++) golfers.push(await app.player());
    const codes = [];
    for (const golfer of golfers) codes.push((await codeFor(golfer, browser)).code);
    const statuses = [];
    for (const [n, golfer] of golfers.entries())
      statuses.push((await login(copyOf(app, browser), golfer.email, codes[n])).status);
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200]);
  });

  test("five codes in a quarter of an hour go to new browsers at one address, on loopback, too", async () => {
    const own = await freshApp();
    const golfer = await own.player();
    for (let n = 0; n < 5; n++) {
      expect((await login(own.browser(), golfer.email)).status).toBe(202);
      await own.clock.advance(120);
    }
    const refused = await login(own.browser(), golfer.email);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "accounts.too_many_codes" } } });
    expect(refused.headers["retry-after"]).toBe("300");
    expect((await login(own.browser("127.0.0.2"), golfer.email)).status).toBe(202);
    expect((await login(golfer, golfer.email)).status).toBe(200);
    await own.close();
  });

  test("an account has at most five valid codes at once, over all addresses", async () => {
    const own = await freshApp();
    const golfer = await own.player();
    for (let n = 0; n < 5; n++) {
      expect((await login(own.browser(`198.51.100.${n}`), golfer.email)).status).toBe(202);
      await own.clock.advance(10);
    }
    const refused = await login(own.browser("198.51.100.9"), golfer.email);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "accounts.too_many_codes" } } });
    expect(refused.headers["retry-after"]).toBe("250");
    await own.clock.advance(250);
    expect((await login(own.browser("198.51.100.9"), golfer.email)).status).toBe(202);
    expect((await login(own.browser("198.51.100.9"), golfer.email)).status).toBe(429);
    await own.close();
  });

  test("an address may try 120 times in ten minutes, loopback without a limit", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 121; n++)
      statuses.push((await login(app.browser("198.51.100.7"), "nobody@example.com")).status);
    expect(statuses).toEqual([...Array<number>(120).fill(404), 429]);
    for (let n = 0; n < 121; n++) expect((await login(app.browser(), "nobody@example.com")).status).toBe(404);
  });
});
