/** Rules, section 2: limits count over all processes, and what stops a single abuser counts per account and browser. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { buildApp } from "#main/server/app.ts";
import { readConfig } from "#platform/server/config.ts";
import { contractsOf } from "#platform/server/http/bind.ts";
import { buy, card, copyOf, freshApp, type Player, SECRET, type TestApp } from "#test/app.ts";

let app: TestApp;
let second: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
  second = await buildApp({ logLevel: "silent", config, db: app.db, clock: app.clock });
  await second.http.ready();
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** A call of the second process, from an address or with somebody's cookies. */
async function onSecond(method: "GET" | "POST", url: string, from: { address?: string; who?: Player; body?: object }) {
  const cookies = [...(from.who?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  return second.http.inject({
    method,
    url,
    remoteAddress: from.address ?? "127.0.0.1",
    ...(cookies ? { headers: { cookie: cookies } } : {}),
    ...(from.body ? { payload: from.body } : {}),
  });
}

describe("two processes on one database", () => {
  test("count an address together", async () => {
    const address = "203.0.113.20";
    const body = { email: "nobody@example.com" };
    for (let n = 0; n < 60; n++) {
      expect((await app.browser(address).call(accountRoutes.login, { body })).status).toBe(404);
      expect((await onSecond("POST", "/api/login", { address, body })).statusCode).toBe(404);
    }
    const [here, there] = [
      await app.browser(address).call(accountRoutes.login, { body }),
      await onSecond("POST", "/api/login", { address, body }),
    ];
    expect([here.status, there.statusCode]).toEqual([429, 429]);
    expect([here.headers["retry-after"], there.headers["retry-after"]]).toEqual(["600", "600"]);
    await app.clock.advance(600);
    expect((await app.browser(address).call(accountRoutes.login, { body })).status).toBe(404);
  });

  test("count an account together, even at the same moment", async () => {
    const golfer = await app.player();
    const replies = await Promise.all(
      Array.from({ length: 80 }, async (_, n) =>
        n % 2
          ? (await onSecond("GET", "/api/players/nobody", { who: golfer })).statusCode
          : (await golfer.call(profileRoutes.lookUpPlayer, { params: { userId: "nobody" } })).status,
      ),
    );
    expect(replies.filter((status) => status === 404)).toHaveLength(60);
    expect(replies.filter((status) => status === 429)).toHaveLength(20);
  });

  test("forget counts that have expired", async () => {
    await app.clock.advance(7 * 86_400);
    await app.jobs.runAll();
    for (const table of ["calls", "counted"]) {
      const { rows } = await app.db.pool.query(`SELECT count(*)::int AS n FROM ${table}`);
      expect(rows[0].n).toBe(0);
    }
  });
});

describe("one account", () => {
  test("may read ten PDFs and exports a minute, of all kinds together", async () => {
    const golfer = await app.player();
    const { body } = await buy(golfer, { start: false });
    await app.jobs.runAll();
    const ask = () => golfer.call(receiptRoutes.getReceiptPdf, { params: { id: body.order.id } });
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await ask()).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    await app.clock.advance(60);
    expect((await ask()).status).toBe(200);
  });

  test("may have twenty streams at once on both processes together; one that closes makes room", async () => {
    const golfer = await app.player();
    const { body } = await buy(golfer);
    const path = `/api/sessions/${body.session.id}/events`;
    const urls = [
      await app.http.listen({ port: 0, host: "127.0.0.1" }),
      await second.http.listen({ port: 0, host: "127.0.0.1" }),
    ];
    const cookie = [...golfer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const open = async (n: number) => {
      const stop = new AbortController();
      const reply = await fetch(`${urls[n % 2]}${path}`, { headers: { cookie }, signal: stop.signal });
      // With its reply: Node ends the stream of a reply that nobody holds, when it collects garbage.
      return { reply, status: reply.status, retry: reply.headers.get("retry-after"), close: () => stop.abort() };
    };
    const streams = [];
    for (let n = 0; n < 20; n++) streams.push(await open(n));
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    expect(await open(0)).toMatchObject({ status: 429, retry: "15" });
    expect(await open(1)).toMatchObject({ status: 429 });
    streams[0]?.close();
    await expect.poll(async () => (await open(1)).status).toBe(200);
    for (const { close } of streams) close();
  });
});

describe("declined payments", () => {
  const declined = { cardNumber: "4000 0000 0000 0002" };
  const attempts = async () =>
    Number((await app.db.pool.query("SELECT count(*) AS n FROM payment_attempts")).rows[0].n);

  test("are limited to five in ten minutes and twenty a day: after that the gateway is not asked, and the key is free again", async () => {
    const golfer = await app.player();
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 5; n++) expect((await buy(golfer, { paymentInfo: declined })).status).toBe(402);
      const before = await attempts();
      const refused = await buy(golfer, { key: `again ${round}` });
      expect(refused).toMatchObject({ status: 429, body: { error: { code: "payments.too_many_declined" } } });
      expect(await attempts()).toBe(before);
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBe(round === 3 ? 86_400 - 3 * 600 : 600);
      await app.clock.advance(wait);
    }
    // A 429 is not kept: the same call with the same key goes through.
    expect((await buy(golfer, { key: "again 3" })).status).toBe(200);
  });

  test("count for the browser, whatever account is signed in on it", async () => {
    const golfer = await app.player();
    for (let n = 0; n < 5; n++) await buy(golfer, { paymentInfo: declined });
    const next = copyOf(app, golfer);
    await next.call(accountRoutes.register, {
      body: { name: "Next", email: `next-${golfer.email}`, phone: "555 010 0100" },
    });
    expect((await buy(next, { paymentInfo: card })).status).toBe(429);
    expect((await buy(await app.player(), { paymentInfo: card })).status).toBe(200);
  });
});

test("signed-in callers are counted by account, so that nobody uses up the calls of others at the same address", () => {
  const limited = contractsOf(app.routes).filter((route) => "limit" in route && route.limit !== undefined);
  expect(limited.length).toBeGreaterThan(10);
  const byAddress = limited.filter((route) => "limit" in route && route.limit?.per === "address");
  expect(byAddress.filter(({ permission }) => permission !== "public").map(({ path }) => path)).toEqual([]);
});
