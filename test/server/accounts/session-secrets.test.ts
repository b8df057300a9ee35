/** A change of SESSION_SECRET as docs/operations.md describes it: processes with the old and the new one side by side. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { capturesOf } from "#test/books.ts";
import { buy, type Browser, freshApp, packs, SECRET, type TestApp } from "#test/app.ts";
import { type Second, secondApp } from "#test/second.ts";

const NEW = "another-secret-for-tests-that-is-long-enough";
let app: TestApp;
/** Signs with the old secret and accepts the new one; then the other way round; then the new one alone. */
let before: Second;
let between: Second;
let after: Second;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  before = await secondApp(app, { env: { SESSION_SECRET: SECRET, SESSION_SECRET_ACCEPTED: NEW } });
  between = await secondApp(app, { env: { SESSION_SECRET: NEW, SESSION_SECRET_ACCEPTED: SECRET } });
  after = await secondApp(app, { env: { SESSION_SECRET: NEW } });
});
afterAll(async () => {
  for (const one of [before, between, after]) await one.close();
  await app.close();
});

const login = (browser: Browser, email: string, code?: string) =>
  browser.call(accountRoutes.login, { body: { email, ...(code === undefined ? {} : { code }) } });

test("a device of the old secret signs in without a code while both are accepted, and with the new one alone from then on", async () => {
  const golfer = await app.player();
  expect((await login(after.browser(golfer), golfer.email)).status).toBe(202);
  const phone = between.browser(golfer);
  expect((await login(phone, golfer.email)).status).toBe(200);
  expect((await login(after.browser(phone), golfer.email)).status).toBe(200);
  // A process that has not restarted yet takes what the new one signs.
  expect((await login(before.browser(phone), golfer.email)).status).toBe(200);
});

test("a call of a person who stays signed in signs the device anew within a day", async () => {
  const golfer = await app.player();
  await app.clock.advance(86_401);
  const phone = between.browser(golfer);
  expect((await phone.call(accountRoutes.me)).status).toBe(200);
  expect((await login(after.browser(phone), golfer.email)).status).toBe(200);
});

test.each([
  ["the old secret, typed where the new one signs", () => before, () => between],
  ["the new secret, typed where the old one signs", () => between, () => before],
])("a code by %s, is taken", async (_title, mails, takes) => {
  const golfer = await app.player();
  const browser = mails().browser();
  expect((await login(browser, golfer.email)).status).toBe(202);
  const code = await app.mailedCode(golfer.email);
  const typed = takes().browser(browser);
  expect((await login(typed, golfer.email, String((Number(code) + 1) % 1_000_000).padStart(6, "0"))).status).toBe(401);
  expect((await login(typed, golfer.email, code)).status).toBe(200);
});

describe("a call with a key", () => {
  test.each([
    ["the old secret first", () => before, () => between],
    ["the new secret first", () => between, () => before],
  ])("is made once, %s", async (_title, first, then) => {
    const [golfer, key] = [await app.player(), randomUUID()];
    const paid = await buy(first().browser(golfer), { key, pack: packs.single });
    expect(paid.status).toBe(200);
    expect((await buy(then().browser(golfer), { key, pack: packs.single })).body).toEqual(paid.body);
    expect((await buy(then().browser(golfer), { key, pack: packs.jackpot })).status).toBe(422);
    expect(await capturesOf(app, golfer.id)).toEqual([100]);
  });

  test("is made once when both processes get it at the same moment", async () => {
    for (let n = 0; n < 5; n += 1) {
      const [golfer, key] = [await app.player(), randomUUID()];
      const browsers = [before, between, before, between].map((one) => one.browser(golfer));
      const replies = await Promise.all(browsers.map((one) => buy(one, { key, pack: packs.single })));
      expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      for (const { status, body } of replies)
        expect([status, body.error?.code]).toBeOneOf([
          [200, undefined],
          [409, "request.in_progress"],
        ]);
      const { rows } = await app.db.pool.query("SELECT count(*) AS n FROM idempotency_keys WHERE user_id = $1", [
        golfer.id,
      ]);
      expect(rows[0].n).toBe(1);
      expect(await capturesOf(app, golfer.id)).toEqual([100]);
    }
  });
});
