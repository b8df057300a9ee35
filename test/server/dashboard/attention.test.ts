/** Things that need an administrator are counted as long as they do, and no longer once somebody has done them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { buy, card } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { type Disputing, disputing } from "#test/disputing.ts";
import { pay } from "#test/server/claims/payouts-people.ts";

const DAY = 86_400;

let on: Disputing;
beforeAll(async () => {
  on = await disputing();
});
afterAll(() => on.app.close());

async function attention() {
  // The jobs have run, except in tests about jobs that have not.
  await on.app.jobs.runAll();
  return bodyOf((await on.admin()).call(dashboardRoutes.getAttention));
}

test("nothing is listed while nothing needs anybody", async () => {
  expect(await attention()).toMatchObject({ needs: [], jobs: [], pendingClaims: 0 });
});

test("a claim is overdue once its day has passed, until it is decided", async () => {
  const { id } = await on.claimed("left");
  expect(await attention()).toMatchObject({ needs: [], pendingClaims: 1 });
  await on.app.clock.advance(6 * DAY);
  expect(await attention()).toMatchObject({ needs: [{ kind: "overdue_claims", count: 1 }], pendingClaims: 1 });
  expect((await on.decide(id, "reject")).status).toBe(200);
  expect(await attention()).toMatchObject({ needs: [], pendingClaims: 0 });
});

test("a prize is listed when its payout waits for nothing, and no more once it is paid", async () => {
  const { id, orderId } = await on.verified();
  expect((await attention()).needs).toEqual([{ kind: "prizes_to_pay", count: 1 }]);
  // A dispute holds the payout, and needs somebody itself.
  const end = await on.dispute(orderId);
  expect((await attention()).needs).toEqual([{ kind: "open_disputes", count: 1 }]);
  await end("won");
  expect((await attention()).needs).toEqual([{ kind: "prizes_to_pay", count: 1 }]);
  expect((await pay(await on.admin(), id)).status).toBe(200);
  expect((await attention()).needs).toEqual([]);
});

test("a refund that the bank refused is listed, apart from other trouble with payments", async () => {
  const golfer = await on.app.player();
  const refused = (await buy(golfer, { paymentInfo: { ...card, cardNumber: "4000000000005126" } })).body.order.id;
  expect((await on.refund(refused)).status).toBe(200);
  await on.app.clock.advance(3600);
  await expect.poll(async () => (await attention()).needs).toEqual([{ kind: "refused_refunds", count: 1 }]);
  // A refund at the gateway holds the claims of its order.
  const { orderId } = await on.claimed("right");
  const learn = await on.refundNews(orderId);
  await learn();
  expect((await attention()).needs).toEqual([
    { kind: "refused_refunds", count: 1 },
    { kind: "payment_troubles", count: 1 },
  ]);
});

test("faults of the last audit come first, and jobs that stand still are named", async () => {
  await on.app.owner.pool.query("UPDATE audit_runs SET fault_count = 2 WHERE day = (SELECT max(day) FROM audit_runs)");
  await on.app.owner.pool.query("UPDATE job_runs SET ran_at = ran_at - interval '1 day' WHERE name = 'dashboard'");
  const { needs, jobs } = await bodyOf((await on.admin()).call(dashboardRoutes.getAttention));
  expect(needs.slice(0, 2)).toEqual([
    { kind: "audit_faults", count: 2 },
    { kind: "jobs_standing_still", count: 1 },
  ]);
  expect(jobs).toEqual(["dashboard"]);
});
