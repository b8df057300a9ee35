/**
 * Which call waits for which when money is decided: one call is held in the middle of its transaction, another one
 * comes, and only then does the first continue. Each test fails without the lock that it is about.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { UnknownOutcome } from "#features/payments/server/gateway.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { atOnce, untilBehind } from "#test/at-once.ts";

/** Cents to dollars of a jackpot package at course 1: 20 % of $5. */
const SHARE = 1;
const BASE = 1000;

let app: TestApp;
let admin: Player;
let isAway = false;
beforeAll(async () => {
  const gateway: Parameters<typeof freshApp>[0] = {
    gateway: (sandbox) => ({
      ...sandbox,
      refund: async (...given) => {
        if (isAway) throw new UnknownOutcome("The gateway is away");
        return sandbox.refund(...given);
      },
    }),
  };
  app = await freshApp({ ...gateway, poolSize: 20 });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** Calls wait for the account of a pot in the order in which they came. */
const POT_LOCKED = "SELECT FROM ledger_accounts WHERE key = 'pot:1' FOR UPDATE";

const potOf = async (courseId: number) =>
  (await bodyOf(admin.call(courseRoutes.getCourse, { params: { id: courseId } }))).course.jackpotAmount;

test("a jackpot claim reserves what was paid into the pot before it", async () => {
  const [winner, payer] = [await app.player(), await app.player()];
  const session = await play(winner);
  const before = await potOf(1);
  const [paid, won] = await atOnce(
    app,
    POT_LOCKED,
    () => buy(payer),
    () => claim(winner, session.id, "middle"),
  );
  expect(paid.status).toBe(200);
  expect(won.body.claim.prizeAmount).toBe(before + SHARE);
  expect(await potOf(1)).toBe(BASE);
});

test("a jackpot claim that comes in while an earlier one is rejected gets what that one held", async () => {
  const [first, second] = [await app.player(), await app.player()];
  const early = (await claim(first, (await play(first)).id, "middle")).body.claim;
  const session = await play(second);
  const [late, rejected] = await atOnce(
    app,
    POT_LOCKED,
    () => claim(second, session.id, "middle"),
    () => admin.call(claimRoutes.rejectClaim, { params: { id: early.id }, body: { reason: "Not seen" } }),
  );
  expect(rejected.status).toBe(200);
  const { id } = late.body.claim;
  const { claims } = await bodyOf(second.call(claimRoutes.listMyClaims, { params: { id: second.id } }));
  // As if the first claim had never been made: the second gets all that both sessions paid in.
  expect(claims.find((one) => one.id === id)?.prizeAmount).toBe(early.prizeAmount + SHARE);
  expect(await potOf(1)).toBe(BASE);
});

test("a claim that waits for the verdict on its session's earlier one shows that verdict", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const early = (await claim(golfer, session.id, "middle")).body.claim;
  // Claims of one moment have no order.
  await app.clock.advance(1);
  const [rejected, next] = await atOnce(
    app,
    POT_LOCKED,
    () => admin.call(claimRoutes.rejectClaim, { params: { id: early.id }, body: { reason: "Not seen" } }),
    () => claim(golfer, session.id, "middle"),
  );
  expect(rejected.status).toBe(200);
  expect(next.body.session.claims).toMatchObject([
    { id: early.id, verificationStatus: "rejected" },
    { id: next.body.claim.id, verificationStatus: "pending" },
  ]);
});

test("a verdict that waits has one moment, in the claim and in its history", async () => {
  const golfer = await app.player();
  const { id } = (await claim(golfer, (await play(golfer)).id, "middle")).body.claim;
  await app.jobs.stop();
  const holding = await app.owner.pool.connect();
  await holding.query(`BEGIN; ${POT_LOCKED}`);
  const rejected = admin.call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "Not seen" } });
  await untilBehind(holding, app.owner.pool, 1);
  await app.clock.advance(120);
  await holding.query("COMMIT");
  holding.release();
  expect((await rejected).status).toBe(200);
  const { rows } = await app.owner.pool.query(
    "SELECT c.decided_at = k.created_at AS same FROM claims c JOIN claim_steps k ON k.claim_id = c.id AND k.step = 'rejected' WHERE c.id = $1",
    [id],
  );
  expect(rows).toEqual([{ same: true }]);
});

test("an account is not deleted while a refund of its order is being made", async () => {
  const golfer = await app.player();
  const { session, order } = (await buy(golfer)).body;
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  isAway = true;
  await golfer.call(stepUpRoutes.stepUp);
  await golfer.call(stepUpRoutes.stepUp, { body: { code: await app.mailedCode(golfer.email) } });
  const [refunded, deleted] = await atOnce(
    app,
    POT_LOCKED,
    () => admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { reason: "Rain" } }),
    () => golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } }),
  );
  expect(refunded.status).toBe(200);
  expect(deleted.body?.error?.code).toBe("accounts.payment_open");
  isAway = false;
  await app.clock.advance(3600);
  await app.jobs.runAll();
});

test("a shot that was kept offline is accepted until the claim deadline, and not after it", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  await app.clock.advance(60);
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  /** A shot of ten seconds before the session's end, which is so long ago. */
  const keptFor = (seconds: number) => shoot(golfer, session.id, { secondsAgo: seconds + 10 });
  await app.clock.advance(600);
  expect((await keptFor(600)).status).toBe(201);
  await app.clock.advance(1);
  expect((await keptFor(601)).body.error.code).toBe("play.claim_window_closed");
});
