/**
 * As production configures it: an administrator without a passkey may look and may not act (rules, section 2), and
 * nobody reads the metrics without their token, whatever the headers say of where a call comes from.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { needsPasskey } from "#features/accounts/rules.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { contractsOf } from "#platform/server/http/bind.ts";
import { type Browser, freshApp, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const TOKEN = "Q7c2vX9kLm4RtZ8wBn3Hs6Yd";
const EMAIL = "admin@acebay.test";
const production = {
  NODE_ENV: "production",
  SESSION_SECRET: "Zq3-7vXk_9sLw0Rt2Yb8Nc5Mf1Gh6Jd4Pa",
  SMTP_URL: "smtp://127.0.0.1:1",
  PUBLIC_URL: "https://play.example.com",
  METRICS_TOKEN: TOKEN,
  // Whoever connects from this machine is a proxy that is believed: the worst case.
  TRUSTED_PROXIES: "127.0.0.1",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
};

let app: TestApp;
let admin: Browser;
beforeAll(async () => {
  app = await freshApp({ env: production });
  admin = app.browser();
  await admin.call(accountRoutes.login, { body: { email: EMAIL } });
  // Production shows no outbox.
  const { rows } = await app.db.pool.query<{ subject: string }>("SELECT subject FROM mails WHERE recipient = $1", [
    EMAIL,
  ]);
  const code = rows[0]?.subject.slice(0, 6);
  expect((await admin.call(accountRoutes.login, { body: { email: EMAIL, code } })).status).toBe(200);
});
afterAll(() => app.close());

const needed = async () => (await bodyOf(admin.call(passkeyRoutes.listPasskeys))).needed;
const guarded = () =>
  contractsOf(app.routes).flatMap((route) => ("method" in route && needsPasskey(route) ? [route] : []));
/** How many of the guarded calls are refused for want of a passkey. */
async function refused(): Promise<string[]> {
  const found: string[] = [];
  for (const { method, path } of guarded()) {
    const { status, body } = await admin.raw(method, path.replaceAll(/\{\w+\}/g, "1"), {});
    if (status === 403 && body.error.code === "accounts.passkey_needed") found.push(`${method} ${path}`);
  }
  return found;
}

test("an administrator without a passkey may do nothing that moves money, terms or roles, and is told where to add one", async () => {
  expect(await needed()).toBe(true);
  const names = guarded().map(({ method, path }) => `${method} ${path}`);
  expect(names.length).toBeGreaterThan(15);
  for (const name of ["PATCH /api/admin/prize-claims/{id}/verify", "POST /api/admin/orders/{id}/refund"])
    expect(names).toContain(name);
  expect(await refused()).toEqual(names);
  expect((await admin.call(manageSponsorRoutes.listManagedSponsors)).status).toBe(200);
});

test("an administrator with a passkey may do what moves money, terms and roles", async () => {
  await app.db.pool.query(
    "INSERT INTO passkeys (id, user_id, public_key, counter, transports, label, created_at) SELECT 'key', id, '', 0, '{}', 'Key', now() FROM users WHERE email = $1",
    [EMAIL],
  );
  expect(await needed()).toBe(false);
  expect(await refused()).toEqual([]);
});

const here = ["127.0.0.1", "::1", "localhost", "127.0.0.1, 127.0.0.1"];
const forged = [
  "x-forwarded-for",
  "x-real-ip",
  "x-client-ip",
  "x-forwarded-host",
  "x-original-url",
  "client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "host",
].flatMap((name) => here.map((value) => ({ [name]: value })));

test.each([{}, { forwarded: "for=127.0.0.1;host=localhost;proto=https" }, ...forged])(
  "no header opens the metrics: %j",
  async (headers) => {
    for (const remoteAddress of ["127.0.0.1", "::1", "203.0.113.9"]) {
      const ask = async (more: object) =>
        (await app.http.inject({ url: "/metrics", remoteAddress, headers: { ...headers, ...more } })).statusCode;
      // A proxy that names no host is refused as that.
      const closed = await ask({});
      expect([400, 403]).toContain(closed);
      for (const wrong of [`Bearer ${TOKEN}x`, "Bearer ", TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN.toLowerCase()}`])
        expect(await ask({ authorization: wrong })).toBe(closed);
      expect(await ask({ authorization: `Bearer ${TOKEN}` })).toBe(closed === 403 ? 200 : 400);
    }
  },
);
