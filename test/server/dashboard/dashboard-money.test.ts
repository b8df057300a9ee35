/** The figures of rules.md, section 9, over small histories that each test tells: money, claims, accounts, activity. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, type Json, packs, type Player, play, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { figuresOf } from "#test/figures.ts";
import { confirm, pay } from "#test/server/claims/payouts-people.ts";

let app: TestApp;
let read: (what: string, filter?: string) => Promise<Json>;
let signedIn: () => Promise<Player>;
beforeEach(async () => {
  app = await freshApp();
  ({ read, signedIn } = figuresOf(app));
});
afterEach(() => app.close());

const DAY = 24 * 3600;
const end = (golfer: Player, session: Json) => golfer.call(playRoutes.completeSession, { params: { id: session.id } });
const free = async (golfer: Player, courseId = 1) => {
  const body = { courseId, bayNumber: 9, teeTime: app.clock.now().toISOString() };
  return (await bodyOf(golfer.call(playRoutes.startFreeShot, { body }))).session;
};

test("refunds count on their own day, and an order that could not be started is no purchase", async () => {
  const golfer = await app.player();
  const { order, session } = (await buy(golfer)).body;
  await end(golfer, session);
  // Paid ahead, and played on another day: bought today.
  const ahead = (await buy(golfer, { pack: packs.single, start: false })).body.order;
  expect((await read("stats")).popularPackages).toMatchObject([{ id: -1 }, { id: 4, purchases: 1 }, { id: 3 }]);
  await app.clock.advance(DAY);
  await read("stats");
  const admin = await signedIn();
  const refund = { amount: 1.5, reason: "Rain" };
  expect((await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: refund })).status).toBe(200);
  // It is listed on its day with the order's number, below 0, beside what was paid; the report lists it, too.
  const sentence = `is paid back for order ${order.number} at Palmetto Pines Driving Range`;
  const refunded = { orderId: order.id, personId: golfer.id, amount: -1.5, timestamp: "2026-11-22T17:00:00.000Z" };
  expect(await read("activity", "2026-11-22")).toMatchObject([
    { type: "refund", description: expect.stringContaining(sentence), ...refunded },
  ]);
  expect((await read("activity"))[0].type).toBe("refund");
  expect((await read("course-report/1", "2026-11-22")).recentActivity).toMatchObject([{ type: "refund", ...refunded }]);
  expect((await read("course-report/2")).recentActivity).toEqual([]);
  expect(
    (
      await golfer.call(playRoutes.startSession, {
        body: { courseId: 1, packageId: 3, bayNumber: 1, orderId: ahead.id },
      })
    ).status,
  ).toBe(201);
  expect(await read("stats", "2026-11-21")).toMatchObject({ totalRevenue: 6, totalSessions: 1, revenueToday: -1.5 });
  expect(await read("stats", "2026-11-22")).toMatchObject({
    totalRevenue: -1.5,
    totalSessions: 1,
    before: { from: "2026-11-21", to: "2026-11-21", totalRevenue: 6, totalSessions: 1, totalPrizeClaims: 0 },
    popularPackages: [{ id: -1 }, { id: 4, purchases: 0, revenue: -1.5, percentage: 0 }],
  });
  expect((await read("stats", "2026-11-23")).before).toMatchObject({ from: "2026-11-22", totalRevenue: -1.5 });
  expect(await read("stats")).toMatchObject({
    totalRevenue: 4.5,
    before: null,
    popularPackages: [{}, { revenue: 3.5 }, { revenue: 1 }],
  });
});

test("claims are counted on their own day, pending until decided, and paid on the day of the payment", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const middle = (await claim(golfer, session.id, "middle")).body.claim;
  const left = (await claim(golfer, session.id, "left")).body.claim;
  await claim(golfer, session.id, "left");
  await end(golfer, session);
  expect(await read("stats")).toMatchObject({
    totalPrizeClaims: 3,
    pendingPrizeClaims: 3,
    prizeBreakdown: [{ percentage: 66.7 }, { percentage: 0 }, { percentage: 33.3 }],
  });
  await app.clock.advance(DAY);
  await app.signIn(golfer.email);
  await read("stats");
  const admin = await signedIn();
  expect((await admin.call(claimRoutes.verifyClaim, { params: { id: middle.id } })).status).toBe(200);
  await admin.call(claimRoutes.rejectClaim, { params: { id: left.id }, body: { reason: "Not seen" } });
  for (const record of ["age_18", "tax_form"]) await confirm(admin, middle.id, record);
  expect((await pay(admin, middle.id)).status).toBe(200);
  expect(await read("stats", "2026-11-21")).toMatchObject({ totalPrizeClaims: 3, pendingPrizeClaims: 1 });
  expect(await read("stats", "2026-11-22")).toMatchObject({ totalPrizeClaims: 0, pendingPrizeClaims: 0 });
  // The pot held its base and 20 % of 5.00.
  expect(await read("course-report/1", "2026-11-22")).toMatchObject({ prizeClaims: 0, totalPrizeAmount: 1001 });
  expect(await read("course-report/1", "2026-11-21")).toMatchObject({ prizeClaims: 3, totalPrizeAmount: 0 });
  expect(await read("course-report/2")).toMatchObject({ prizeClaims: 0, totalPrizeAmount: 0 });
});

test("accounts are counted by their source, without deleted players", async () => {
  let n = 0;
  const register = async (acquisitionSource?: string) => {
    const person = { name: "A", email: `a${n++}@example.com`, phone: "555 010 0100", acquisitionSource };
    expect((await app.browser().raw("POST", "/api/register", person)).status).toBe(201);
  };
  for (const source of ["qr_code", "qr_code", "website", undefined]) await register(source);
  await app.clock.advance(DAY);
  await register("qr_code");
  expect(await read("stats", "2026-11-21")).toMatchObject({
    totalUsers: 5,
    newUsersToday: 1,
    acquisitionStats: [
      { source: "qr_code", count: 2, percentage: 40 },
      { source: "unknown", count: 2, percentage: 40 },
      { source: "website", count: 1, percentage: 20 },
    ],
  });
  await app.db.pool.query("UPDATE users SET role = 'staff' WHERE acquisition_source = 'website'");
  expect(await read("stats")).toMatchObject({ totalUsers: 5, acquisitionStats: [{ count: 3, percentage: 60 }, {}] });
});

test("the activity lists what happened in the period, newest first [2.116]", async () => {
  await app.clock.advance(60);
  const golfer = await app.player("Robin Tester");
  await app.clock.advance(60);
  const session = await play(golfer);
  await app.clock.advance(60);
  await claim(golfer, session.id, "middle");
  await app.clock.advance(60);
  await free(await app.player("Free Golfer"), 2);
  const shown = await read("activity");
  expect(shown.map(({ type, description, amount }: Json) => [type, description, amount])).toEqual([
    ["account_created", "Free Golfer created an account", undefined],
    ["free_shot", "Free Golfer takes the free tee time shot at Bayshore Golf Park, bay 9", undefined],
    [
      "prize_claim",
      "Robin Tester claims the middle hole at Palmetto Pines Driving Range, bay 7: Jackpot of $1,001.00",
      1001,
    ],
    ["purchase", "Robin Tester bought Jackpot Ten at Palmetto Pines Driving Range", 5],
    ["session", "Robin Tester starts a session at Palmetto Pines Driving Range, bay 7", undefined],
    ["account_created", "Robin Tester created an account", undefined],
    ["account_created", "Pat Fairway created an account", undefined],
  ]);
  expect(shown.map(({ spanish }: Json) => spanish).slice(0, 5)).toEqual([
    "Free Golfer creó una cuenta",
    "Free Golfer usa el tiro gratis por hora de salida en Bayshore Golf Park, bahía 9",
    "Robin Tester reclama el hoyo central en Palmetto Pines Driving Range, bahía 7: Jackpot of $1,001.00",
    "Robin Tester compró Jackpot Ten en Palmetto Pines Driving Range",
    "Robin Tester empieza una sesión en Palmetto Pines Driving Range, bahía 7",
  ]);
  expect(shown[4]).toMatchObject({ id: `session:${session.id}`, timestamp: "2026-11-21T17:02:00.000Z" });
  // Each leads to the rows behind it.
  const [orderId, personId] = [shown[3].orderId, golfer.id];
  expect(orderId).toEqual(expect.any(String));
  expect(shown[2]).toMatchObject({ claimId: shown[2].id.split(":")[1], personId });
  expect(shown[4]).toMatchObject({ orderId, personId });
  expect(shown[1]).not.toHaveProperty("orderId");
  expect(shown[5]).toMatchObject({ personId });
  expect(await read("activity", "2026-11-20")).toEqual([]);
  const report = await read("course-report/1");
  expect(report.recentActivity).toMatchObject([
    { type: "prize", amount: 1001 },
    { type: "session", amount: 5, timestamp: "2026-11-21T17:02:00.000Z" },
  ]);
});
