/**
 * Rules, section 2: which proxies the server believes about a client's address, and what the log and the metrics show
 * of it.
 */
import { afterEach, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { createSecurityLog } from "#platform/server/security-log.ts";
import { readConfig } from "#platform/server/config.ts";
import { type Browser, freshApp, type TestApp } from "#test/app.ts";

let app: TestApp;
afterEach(() => app.close());

const TRIES = 200;

/** How many sign-ins of nobody are answered before the limit per address, each with headers of its own. */
async function beforeLimit(browser: (n: number) => Browser, headers: (n: number) => Record<string, string>) {
  for (let n = 0; n < TRIES; n++) {
    const email = "nobody@example.com";
    const { status } = await browser(n).call(accountRoutes.login, { body: { email }, headers: headers(n) });
    if (status === 429) return n;
  }
  return TRIES;
}

const forwarded = (value: string) => ({ "x-forwarded-for": value });

describe("without TRUSTED_PROXIES", () => {
  test("X-Forwarded-For is ignored: calls with different ones count for the same address", async () => {
    app = await freshApp();
    const answered = await beforeLimit(
      () => app.browser("203.0.113.5"),
      (n) => forwarded(`198.51.100.${n}`),
    );
    expect(answered).toBeLessThan(TRIES);
  });

  test("scheme and host are the connection's own", async () => {
    app = await freshApp();
    const form = { name: "Robin", email: "scheme@example.com", phone: "555 010 0100" };
    const reply = await app
      .browser("203.0.113.5")
      .call(accountRoutes.register, { body: form, headers: { "x-forwarded-proto": "https" } });
    expect(String(reply.headers["set-cookie"])).not.toContain("Secure");
  });

  test("IPv6 addresses count by /64, and IPv4 addresses written as IPv6 count as IPv4", async () => {
    app = await freshApp();
    const none = () => ({});
    expect(await beforeLimit((n) => app.browser(`2001:db8:1:2::${n.toString(16)}`), none)).toBeLessThan(TRIES);
    expect(await beforeLimit((n) => app.browser(`2001:db8:2:${n.toString(16)}::1`), none)).toBe(TRIES);
    await beforeLimit(() => app.browser("203.0.113.8"), none);
    expect(await beforeLimit(() => app.browser("::ffff:203.0.113.8"), none)).toBe(0);
  });
});

describe("with TRUSTED_PROXIES", () => {
  test.each([
    ["10.0.0.0/8", "192.0.2.1, 203.0.113.7"],
    ["10.0.0.0/8, 203.0.113.0/24", "192.0.2.1, 198.51.100.9, 203.0.113.7"],
    ["1", "192.0.2.1, 203.0.113.7"],
    ["2", "192.0.2.1, 198.51.100.9, 203.0.113.7"],
  ])("%s what stands left of the first untrusted address is ignored", async (TRUSTED_PROXIES, chain) => {
    app = await freshApp({ env: { TRUSTED_PROXIES } });
    const answered = await beforeLimit(
      () => app.browser("10.1.2.3"),
      (n) => forwarded(chain.replace("192.0.2.1", `192.0.2.${n}`)),
    );
    expect(answered).toBeLessThan(TRIES);
    // Another client behind the same proxy counts by itself.
    const others = await beforeLimit(
      () => app.browser("10.1.2.3"),
      (n) => forwarded(chain.replace("203.0.113.7", "203.0.113.9").replace("198.51.100.9", `198.51.100.${10 + n}`)),
    );
    expect(others).toBeGreaterThan(0);
  });

  test("a range trusts the proxies within it, and nobody else who connects", async () => {
    app = await freshApp({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
    const form = (n: number) => ({ name: "Robin", email: `proxy${n}@example.com`, phone: "555 010 0100" });
    const secure = async (address: string, n: number) => {
      const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.1" };
      const reply = await app.browser(address).call(accountRoutes.register, { body: form(n), headers });
      return String(reply.headers["set-cookie"]).includes("Secure");
    };
    expect(await secure("10.9.9.9", 1)).toBe(true);
    expect(await secure("11.9.9.9", 2)).toBe(false);
    const stranger = await beforeLimit(
      () => app.browser("11.9.9.9"),
      (n) => forwarded(`198.51.100.${n}`),
    );
    expect(stranger).toBeLessThan(TRIES);
  });

  test("that cannot be parsed stop the start", async () => {
    app = await freshApp();
    for (const TRUSTED_PROXIES of ["yes", "10.0.0.0/99", "0.0.0.0/0", "12"])
      expect(() => readConfig({ SESSION_SECRET: "x", TRUSTED_PROXIES })).toThrow("TRUSTED_PROXIES");
    expect(readConfig({ SESSION_SECRET: "x" }).trustedProxies).toBeUndefined();
  });
});

describe("the log", () => {
  test("has a line for each sign-in, wrong code, 403 and 429, with ids and networks; the metrics count them", async () => {
    app = await freshApp();
    const golfer = await app.player();
    const browser = app.browser("127.0.0.1");
    await browser.call(accountRoutes.login, { body: { email: golfer.email } });
    const code = await app.mailedCode(golfer.email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    await browser.call(accountRoutes.login, { body: { email: golfer.email, code: wrong } });
    await browser.call(accountRoutes.login, { body: { email: golfer.email, code } });
    await golfer.call(dashboardRoutes.getStats);
    await browser.call(dashboardRoutes.getStats);
    const { body } = await app.browser().raw("GET", "/metrics");
    expect(body).toContain('acebay_security_events_total{event="signed_in"} 2\n');
    expect(body).toContain('acebay_security_events_total{event="wrong_code"} 1\n');
    expect(body).toContain('acebay_security_events_total{event="codes_locked"} 0\n');
    expect(body).toContain('acebay_security_events_total{event="refused"} 1\n');
    const lines: unknown[] = [];
    const log = createSecurityLog({ info: (line: unknown) => void lines.push(line) });
    log.note({ event: "wrong_code", account: golfer.id, purpose: "sign_in" }, "203.0.113.77");
    expect(lines).toEqual([{ event: "wrong_code", account: golfer.id, purpose: "sign_in", from: "203.0.113.0/24" }]);
  });
});
