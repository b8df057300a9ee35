/**
 * Rules, section 2: the attack on an administrator's account, as it was seen to succeed: thousands of guesses at mailed
 * codes, from invented addresses, against the app as production configures it. Nobody gets in, and the owner still
 * does.
 */
import { randomInt } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { type Browser, copyOf, freshApp, type Reply, type TestApp } from "#test/app.ts";

const EMAIL = "admin@acebay.test";
const HOUR = 3_600;
const production = {
  NODE_ENV: "production",
  SESSION_SECRET: "Zq3-7vXk_9sLw0Rt2Yb8Nc5Mf1Gh6Jd4Pa",
  SMTP_URL: "smtp://127.0.0.1:1",
  PUBLIC_URL: "https://play.example.com",
  METRICS_TOKEN: "a-token-for-tests-that-is-long-enough",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
};
/** Guesses and entries of all attacks of this file. */
const total = { guesses: 0, entered: 0 };

let app: TestApp;
beforeEach(async () => {
  app = await freshApp({ env: production });
});
afterEach(() => app.close());

const anyByte = () => randomInt(256);
const anyAddress = () => `${1 + randomInt(223)}.${anyByte()}.${anyByte()}.${anyByte()}`;
const anyIpv6 = () => `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::1`;

/** The codes mailed to the administrator, the newest first: production shows no outbox. */
async function mailed(): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ subject: string }>(
    "SELECT subject FROM mails WHERE recipient = $1 AND subject ~ '^[0-9]{6} ' ORDER BY id DESC",
    [EMAIL],
  );
  return rows.map(({ subject }) => subject.slice(0, 6));
}

type Headers = () => Record<string, string>;
const none: Headers = () => ({});

const login = (browser: Browser, code?: string, headers = none) =>
  browser.call(accountRoutes.login, {
    body: { email: EMAIL, ...(code === undefined ? {} : { code }) },
    headers: headers(),
  });

async function enter(browser: Browser): Promise<Reply> {
  const asked = await login(browser);
  return asked.status === 202 ? login(browser, (await mailed())[0]) : asked;
}

interface Attack {
  /** A browser of the attacker's at an address of its own. */
  browser: () => Browser;
  headers?: Headers;
  /** How often the clock moves, by how much. */
  rounds: number;
  seconds: number;
}

/** Asks for as many codes as it can get, and guesses. @returns how many guesses were checked, and who got in */
async function attack({ browser, headers = none, rounds, seconds }: Attack) {
  const result = { looked: 0, mailed: (await mailed()).length, entered: 0 };
  for (let round = 0; round < rounds; round++) {
    const askers: Browser[] = [];
    let refused = 0;
    while (askers.length < 120 && refused < 5) {
      const asker = browser();
      if ((await login(asker, undefined, headers)).status === 202) askers.push(asker);
      else refused += 1;
    }
    const live = new Set(await mailed());
    for (let n = 0; n < 200; n++) {
      const asker = askers[n % askers.length] ?? browser();
      let guess = "";
      // The caps allow 20 guesses a day, of which one in 10,000 would succeed by luck. The test lets these miss,
      // because it is about all the others.
      do guess = String(randomInt(1_000_000)).padStart(6, "0");
      while (result.looked < 20 * (1 + rounds) && live.has(guess));
      const { status, body } = await login(asker, guess, headers);
      total.guesses += 1;
      if (status === 200) result.entered += 1;
      else if (askers.includes(asker) && body.error?.code === "accounts.wrong_code") result.looked += 1;
    }
    // Beyond the limits even the right codes let nobody in.
    for (const [n, code] of [...live].entries()) {
      const { status } = await login(askers[n % askers.length] ?? browser(), code, headers);
      if (result.looked >= 10 && status === 200) result.entered += 1;
    }
    await app.clock.advance(seconds);
  }
  total.entered += result.entered;
  return { ...result, mailed: (await mailed()).length - result.mailed };
}

describe("guessing an administrator's code", () => {
  test("with a new X-Forwarded-For for each call, from several browsers, for days: nobody gets in, and the owner does", async () => {
    const owner = app.browser("192.0.2.1");
    expect((await enter(owner)).status).toBe(200);
    const found = await attack({
      browser: () => app.browser("203.0.113.66"),
      headers: () => ({ "x-forwarded-for": anyAddress() }),
      rounds: 10,
      seconds: 5 * HOUR,
    });
    expect(found.entered).toBe(0);
    // 10 an hour, 20 a day, over two days and two hours.
    expect(found.looked).toBeLessThanOrEqual(60);
    await owner.call(accountRoutes.logout);
    expect((await enter(owner)).status).toBe(200);
  });

  test.each([
    ["IPv4", anyAddress],
    ["IPv6, across networks", anyIpv6],
  ])(
    "from real addresses of %s: a new device waits, a known one does not, and the owner is told once a day",
    async (_, any) => {
      const owner = app.browser("192.0.2.1");
      expect((await enter(owner)).status).toBe(200);
      const found = await attack({ browser: () => app.browser(any()), rounds: 5, seconds: 601 });
      expect(found).toMatchObject({ entered: 0, looked: 10 });
      const waiting = await login(app.browser("192.0.2.7"));
      expect(waiting).toMatchObject({ status: 429, body: { error: { code: "accounts.codes_locked" } } });
      await owner.call(accountRoutes.logout);
      expect((await enter(owner)).status).toBe(200);
      await app.clock.advance(Number(waiting.headers["retry-after"]));
      expect((await enter(app.browser("192.0.2.7"))).status).toBe(200);
      const { rows } = await app.db.pool.query(
        "SELECT count(*)::int AS n FROM mails WHERE recipient = $1 AND subject LIKE 'Wrong codes%'",
        [EMAIL],
      );
      expect(rows[0].n).toBe(1);
    },
  );

  test("with the owner's device cookie: the cookie has limits of its own, and the owner gets in elsewhere", async () => {
    const owner = app.browser("192.0.2.1");
    expect((await enter(owner)).status).toBe(200);
    const device = app.browser();
    const name = "__Host-acebay_device";
    device.cookies.set(name, owner.cookies.get(name) ?? "");
    const found = await attack({ browser: () => copyOf(app, device, anyAddress()), rounds: 8, seconds: HOUR + 1 });
    expect(found).toMatchObject({ entered: 0, looked: 20 });
    expect((await login(copyOf(app, device))).status).toBe(429);
    // The owner's session goes on, and a new device gets in at once.
    expect((await owner.call(accountRoutes.me)).status).toBe(200);
    expect((await enter(app.browser("192.0.2.9"))).status).toBe(200);
    await app.clock.advance(24 * HOUR);
    expect((await enter(copyOf(app, device))).status).toBe(200);
  });

  test("none of 5,600 guesses in all entered an account", () => {
    expect(total).toEqual({ guesses: 5_600, entered: 0 });
  });
});
