/** Whoever played a seat and left it to a guest decides about no claim of it, whatever their role is now. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claim, freshApp, type Player, type TestApp } from "#test/app.ts";
import { refundAtSandbox } from "#test/demo.ts";
import { groupWith } from "../accounts/forgotten-people.ts";
import { confirm, pay } from "./payouts-people.ts";

let app: TestApp;
let leaver: Player;
let admin: Player;
let id: string;
let orderId: string;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  const friend = await app.player("Fay Leaver");
  const buyer = await app.player("Bo Buyer");
  const { seat, order } = await groupWith(buyer, friend, "Fay");
  orderId = order.id;
  await friend.call(playRoutes.leaveGroup, { params: { id: seat } });
  id = (await claim(buyer, seat, "left")).body.claim.id;
  await app.db.pool.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [friend.id]);
  leaver = await app.signIn(friend.email);
});
afterAll(() => app.close());

const params = () => ({ id });
const reason = "Beside the hole";
const steps: Readonly<Record<string, (by: Player) => Promise<{ status: number; body: unknown }>>> = {
  seen: (by) => by.call(evidenceRoutes.recordSighting, { params: params(), body: { seen: true } }),
  reject: (by) => by.call(claimRoutes.rejectClaim, { params: params(), body: { reason } }),
  confirm: (by) => confirm(by, id, "tee_time"),
  verify: (by) => by.call(claimRoutes.verifyClaim, { params: params() }),
  approve: (by) => by.call(payoutRoutes.approvePayout, { params: params() }),
  pay: (by) => pay(by, id),
  forfeit: (by) => by.call(claimRoutes.forfeitClaim, { params: params(), body: { reason } }),
  "came back": (by) => by.call(payoutRoutes.prizeCameBack, { params: params(), body: { reason } }),
  release: async (by) => {
    await refundAtSandbox(app.browser(), { orderId });
    return by.call(paymentRoutes.releaseHold, { params: { id: orderId }, body: { reason } });
  },
};

test.each(Object.keys(steps))("%s", async (step) => {
  const own = { status: 403, body: { error: { code: "claims.own" } } };
  expect(await steps[step]?.(leaver)).toMatchObject(own);
});

test("others may", async () => {
  for (const step of ["seen", "release", "confirm", "verify", "forfeit"])
    expect(await steps[step]?.(admin), step).toMatchObject({ status: step === "seen" ? 201 : 200 });
});
