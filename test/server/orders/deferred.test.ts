/** Rules, section 5: what is paid ahead is kept until it starts, and refunds take back each share exactly. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { courseRoutes } from "#features/courses/contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { expectCleanBooks, transfersOf, underOldRule } from "#test/books.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  // A price of 5.00 then has a pot share of 1.00 and a range share of 0.35.
  await app.db.pool.query("UPDATE courses SET range_share_bp = 700 WHERE id = 1");
  await noteTerms(app.db, app.clock.now());
});
afterAll(() => app.close());

const potOf = async () =>
  (await bodyOf(app.browser().call(courseRoutes.getCourse, { params: { id: 1 } }))).course.jackpotAmount;
const held = async (key: string) =>
  Number(
    (await app.db.pool.query("SELECT -balance_cents AS cents FROM ledger_accounts WHERE key = $1", [key])).rows[0]
      ?.cents ?? 0,
  );
const refund = async (orderId: string, cents: number) =>
  expect(
    (
      await admin.call(paymentRoutes.refundOrder, {
        params: { id: orderId },
        body: { amount: cents / 100, reason: "Rain" },
      })
    ).status,
  ).toBe(200);
const start = (golfer: Player, orderId: string) =>
  golfer.call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 7, orderId } });
async function ahead() {
  const golfer = await app.player();
  const { order } = (await buy(golfer, { start: false })).body;
  return { golfer, orderId: order.id };
}
const settle = () => app.jobs.runAll();

describe("what is paid ahead", () => {
  test("is booked as deferred until the start, and raises the jackpot only then", async () => {
    const before = await potOf();
    const { golfer, orderId } = await ahead();
    expect(await potOf()).toBe(before);
    expect(await held("deferred:1")).toBe(500);
    expect((await start(golfer, orderId)).status).toBe(201);
    expect(await transfersOf(app, orderId)).toEqual([
      ["capture_ahead", { cash: 500, deferred: -500 }],
      ["start", { deferred: 500, pot: -100, range_share: -35, revenue: -365 }],
    ]);
    expect(await potOf()).toBe(before + 1);
    expect(await held("deferred:1")).toBe(0);
    await expectCleanBooks(app);
  });

  test("starts with what refunds have left of it, and they count as returned in later refunds", async () => {
    const { golfer, orderId } = await ahead();
    await refund(orderId, 99);
    expect((await start(golfer, orderId)).status).toBe(201);
    await refund(orderId, 150);
    await refund(orderId, 251);
    await settle();
    const booked = (await transfersOf(app, orderId)).filter(([kind]) => kind !== "refund_settled");
    expect(booked).toEqual([
      ["capture_ahead", { cash: 500, deferred: -500 }],
      ["refund_ahead", { deferred: 99, refunds_payable: -99 }],
      // 19 of the pot's 100 and 6 of the range's 35 have gone back with the 99.
      ["start", { deferred: 401, pot: -81, range_share: -29, revenue: -291 }],
      ["refund", { pot: 30, range_share: 11, revenue: 109, refunds_payable: -150 }],
      ["refund", { pot: 51, range_share: 18, revenue: 182, refunds_payable: -251 }],
    ]);
    await expectCleanBooks(app);
  });

  test("by an order from before this rule was booked at the capture, so its start books nothing", async () => {
    const { golfer, orderId } = await ahead();
    await underOldRule(app, orderId);
    const before = await potOf();
    expect((await start(golfer, orderId)).status).toBe(201);
    expect(await potOf()).toBe(before);
    expect((await transfersOf(app, orderId)).map(([kind]) => kind)).toEqual(["capture"]);
  });

  test("is revenue for the dashboard on the day it was paid, and never twice", async () => {
    const today = async () => (await bodyOf(admin.call(dashboardRoutes.getStats))).revenueToday;
    const before = await today();
    const { golfer, orderId } = await ahead();
    expect((await today()) - before).toBe(5);
    await start(golfer, orderId);
    expect((await today()) - before).toBe(5);
    await refund(orderId, 200);
    expect((await today()) - before).toBe(3);
  });
});

test("any refunds, before the start or after it, leave each account with its exact part of what was kept", async () => {
  const cut = fc.integer({ min: 1, max: 499 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(cut, { maxLength: 4 }), fc.nat(5), fc.boolean(), async (cuts, startsAt, whole) => {
      const { golfer, orderId } = await ahead();
      const points = [0, ...cuts, ...(whole ? [500] : [])].toSorted((a, b) => a - b);
      // What was given back in full is not started any more.
      const last = points.length - (whole ? 2 : 1);
      for (const [index, point] of points.entries()) {
        if (index > 0) await refund(orderId, point - (points[index - 1] ?? 0));
        if (index === Math.min(startsAt, last)) expect((await start(golfer, orderId)).status).toBe(201);
      }
      await settle();
      const totals: Record<string, number> = {};
      for (const [, entries] of await transfersOf(app, orderId))
        for (const [kind, cents] of Object.entries(entries)) totals[kind] = (totals[kind] ?? 0) + cents;
      const refunded = points.at(-1) ?? 0;
      const [pot, range] = [100 - Math.floor(refunded / 5), 35 - Math.floor((35 * refunded) / 500)];
      expect(totals).toMatchObject({ deferred: 0 });
      expect(["cash", "pot", "range_share", "revenue"].map((kind) => totals[kind] ?? 0)).toEqual(
        [500 - refunded, 0 - pot, 0 - range, pot + range - (500 - refunded)].map((cents) => cents || 0),
      );
    }),
    { numRuns: 15 },
  );
  await expectCleanBooks(app);
}, 60_000);
