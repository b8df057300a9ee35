/**
 * Who waits for whom where money is decided on: one call is held in the middle of its transaction, another one comes, and
 * only then is the first let go. Each of these fails without the lock that it is about.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { UnknownOutcome } from "#features/payments/server/gateway.ts";
import { buy, claim, freshApp, play, type Player, shoot, type TestApp } from "../app.ts";
import { atOnce } from "../at-once.ts";

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

/** Calls stand in line for the account of a pot in their order. */
const POT_LOCKED = "SELECT FROM ledger_accounts WHERE key = 'pot:1' FOR UPDATE";

const potOf = async (courseId: number) =>
  (await admin.call("GET", `/api/courses/${courseId}`)).body.course.jackpotAmount as number;

test("a jackpot claim reserves what was paid into the pot in front of it", async () => {
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

test("a jackpot claim that comes in while an earlier one is rejected inherits what that held", async () => {
  const [first, second] = [await app.player(), await app.player()];
  const early = (await claim(first, (await play(first)).id, "middle")).body.claim;
  const session = await play(second);
  const [late, rejected] = await atOnce(
    app,
    POT_LOCKED,
    () => claim(second, session.id, "middle"),
    () => admin.call("PATCH", `/api/admin/prize-claims/${early.id}/reject`, { reason: "Not seen" }),
  );
  expect(rejected.status).toBe(200);
  const { id } = late.body.claim;
  const { claims } = (await second.call("GET", `/api/users/${second.id}/claims`)).body;
  // As if the first had never been: all that both sessions paid in is the second's.
  expect(claims.find((one: { id: string }) => one.id === id).prizeAmount).toBe(early.prizeAmount + SHARE);
  expect(await potOf(1)).toBe(BASE);
});

test("an account is not deleted while a refund of its order is being made", async () => {
  const golfer = await app.player();
  const { session, order } = (await buy(golfer)).body;
  await golfer.call("POST", `/api/sessions/${session.id}/complete`);
  isAway = true;
  await golfer.call("POST", "/api/step-up");
  await golfer.call("POST", "/api/step-up", { code: await app.mailedCode(golfer.email) });
  const [refunded, deleted] = await atOnce(
    app,
    POT_LOCKED,
    () => admin.call("POST", `/api/admin/orders/${order.id}/refund`, { reason: "Rain" }),
    () => golfer.call("POST", `/api/users/${golfer.id}/delete`),
  );
  expect(refunded.status).toBe(200);
  expect(deleted.body.error.code).toBe("accounts.payment_open");
  isAway = false;
  await app.clock.advance(3600);
  await app.jobs.runAll();
});

test("a shot that was kept offline is taken until the claim deadline, and not after it", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  await app.clock.advance(60);
  await golfer.call("POST", `/api/sessions/${session.id}/complete`);
  /** A shot of ten seconds before the session's end, which is so long ago. */
  const keptFor = (seconds: number) => shoot(golfer, session.id, { secondsAgo: seconds + 10 });
  await app.clock.advance(600);
  expect((await keptFor(600)).status).toBe(201);
  await app.clock.advance(1);
  expect((await keptFor(601)).body.error.code).toBe("play.claim_window_closed");
});
