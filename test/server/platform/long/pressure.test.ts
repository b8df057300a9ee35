/** Under pressure lists are refused before bookings, and bookings before shots and claims. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, onTestFailed, test } from "vitest";
import { withUrgency } from "#platform/server/db/urgency.ts";
import { type Urgency, urgencyOf } from "#platform/shared/route.ts";
import { buy, claim, freshApp, packs, play, type Player, type Reply, shoot, type TestApp } from "#test/app.ts";
import { endConnections } from "#test/database.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { accountRoutes } from "#features/accounts/contract.ts";

let app: TestApp;
let admin: Player;
let golfer: Player;
let buyer: Player;
let session: { id: string };
beforeEach(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  golfer = await app.player();
  buyer = await app.player();
  session = await play(golfer);
});
afterEach(() => app.close());

const timed = async (call: Promise<Reply>) => {
  const began = performance.now();
  const { status, headers } = await call;
  return { status, retryAfter: Number(headers["retry-after"]), ms: performance.now() - began };
};
const refused = { status: 503, retryAfter: expect.any(Number) };
const list = () => timed(admin.call(recordRoutes.listAudit));
const purchase = () => timed(buy(buyer, { pack: packs.sponsored }));
/** So many statements at once that stand still for a time, as calls of an urgency. */
const busy = (urgency: Urgency, count: number, seconds: number) =>
  Promise.allSettled(
    Array.from({ length: count }, () =>
      withUrgency(urgency, () => app.db.pool.query("SELECT pg_sleep($1)", [seconds])),
    ),
  );
async function playsOn() {
  const played = await Promise.all([timed(shoot(golfer, session.id)), timed(claim(golfer, session.id, "left"))]);
  expect(played).toMatchObject([{ status: 201 }, { status: 201 }]);
  return Math.max(...played.map(({ ms }) => ms));
}

test("lists that wait for a lock are refused after a time, and at once if many wait; everything else goes on", async () => {
  const held = Promise.withResolvers<void>();
  onTestFailed(() => held.resolve());
  const holder = app.owner.transaction(async (tx) => {
    await tx.read("LOCK TABLE audit_trail IN ACCESS EXCLUSIVE MODE", []);
    await held.promise;
  });
  await sleep(100);
  const lists = Array.from({ length: 80 }, list);
  const { pool } = app.db;
  await expect.poll(() => [pool.waitingCount, pool.totalCount - pool.idleCount], { timeout: 900 }).toEqual([60, 6]);
  const late = await list();
  expect(late).toMatchObject(refused);
  expect(late.ms).toBeLessThan(500);
  expect(await playsOn()).toBeLessThan(1_000);
  expect((await timed(buyer.call(accountRoutes.me))).status).toBe(200);
  await sleep(1_000);
  // On a busy machine some have come into the line late, and wait for a second of their own.
  await expect.poll(() => pool.waitingCount, { timeout: 5_000 }).toBe(0);
  held.resolve();
  const [answers] = await Promise.all([Promise.all(lists), holder]);
  // Six had a connection, and nobody else a turn within a second.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(74);
  expect((await list()).status).toBe(200);
});

test("while bookings are blocked, lists are refused, bookings wait, and shots and claims are as quick as ever", async () => {
  const slow = busy("booking", 9, 2);
  await sleep(50);
  const [shed, bought, ms] = await Promise.all([list(), purchase(), playsOn()]);
  expect(shed).toMatchObject(refused);
  expect(bought.status).toBe(200);
  expect(bought.ms).toBeGreaterThan(shed.ms);
  expect(ms).toBeLessThan(1_000);
  await slow;
});

test("bookings are refused once they have waited too long, or too many wait; shots and claims still succeed", async () => {
  const slow = busy("booking", 9, 4.5);
  await sleep(50);
  const [waited, shots] = await Promise.all([purchase(), playsOn()]);
  expect(waited).toMatchObject(refused);
  expect(waited.ms).toBeGreaterThan(2_500);
  expect(shots).toBeLessThan(1_000);
  const crowd = busy("booking", 100, 0);
  const atOnce = await timed(buyer.call(accountRoutes.me));
  expect(atOnce).toMatchObject(refused);
  expect(atOnce.ms).toBeLessThan(500);
  expect(await playsOn()).toBeLessThan(1_000);
  await Promise.all([slow, crowd]);
});

test("with every connection in use, waiting calls get the next ones by urgency, not in the order in which they came", async () => {
  const ended: string[] = [];
  const query = (urgency: Urgency) =>
    withUrgency(urgency, () => app.db.pool.query("SELECT 1")).then(() => void ended.push(urgency));
  // They end one after the other, so that one turn is free at a time.
  const slow = Promise.all(Array.from({ length: 12 }, (_, at) => busy("play", 1, 0.2 + at / 20)));
  await sleep(50);
  await Promise.all([query("list"), query("booking"), query("booking"), query("play")]);
  await slow;
  expect(ended).toEqual(["play", "booking", "booking", "list"]);
  expect(app.db.pool.waitingCount).toBe(0);
});

test("a failed connection gives its turn back, and a transaction too", async () => {
  await endConnections(app.owner, "usename = $1", [app.db.pool.options.user]);
  for (let n = 0; n < 15; n++) {
    await app.db.pool.query("SELECT 1 / 0").catch(() => undefined);
    await app.db.transaction((tx) => tx.read("SELECT 1 / 0", [])).catch(() => undefined);
  }
  expect(await playsOn()).toBeLessThan(1_000);
});

test("the routes' urgency: shots and claims play, what the desk reads and files are lists, the rest are bookings", () => {
  const of = new Map(
    app.routes.flatMap(({ config }) => {
      const contract = config?.contract;
      return contract && "method" in contract ? [[`${contract.method} ${contract.path}`, urgencyOf(contract)]] : [];
    }),
  );
  expect([...of].filter(([, urgency]) => urgency === "play").map(([route]) => route)).toEqual([
    "POST /api/attempts",
    "POST /api/group-attempts",
    "POST /api/attempts/{id}/undo",
  ]);
  for (const [route, urgency] of of)
    if (/^GET .*(\/admin\/|\.csv|\.pdf)/.test(route)) expect([route, urgency]).toEqual([route, "list"]);
    else if (/^(POST|PATCH|DELETE)/.test(route)) expect([route, urgency]).not.toEqual([route, "list"]);
  expect(of.get("POST /api/process-payment")).toBe("booking");
  expect(of.get("GET /api/users/{id}/sessions")).toBe("list");
});
