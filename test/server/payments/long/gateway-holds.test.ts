/** Rules, section 4: a full refund made at the gateway's own dashboard holds its order's claims until an administrator decides. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { buy, claim, type Json, type Player } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { type Disputing, disputing } from "#test/disputing.ts";
import { pay } from "#test/server/claims/payouts-people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { refundAtSandbox } from "#test/demo.ts";

let on: Disputing;
let second: Player;
beforeAll(async () => {
  on = await disputing();
  second = await on.app.player("Ada Second");
  await on.app.db.pool.query("UPDATE users SET role = 'admin' WHERE id = $1", [second.id]);
});
afterAll(() => on.app.close());

const byHand = async (orderId: string, amount?: number) => {
  expect((await refundAtSandbox(on.app.browser(), { orderId, amount })).status).toBe(200);
};
const release = async (orderId: string, by?: Player, headers: Record<string, string> = {}, reason = "A courtesy") =>
  (by ?? (await on.admin())).call(paymentRoutes.releaseHold, { params: { id: orderId }, body: { reason }, headers });
const fileOf = async (orderId: string) =>
  (await bodyOf((await on.admin()).call(orderSearchRoutes.getOrderFile, { params: { id: orderId } }))).order;
const heldOrders = async () => (await bodyOf((await on.admin()).call(paymentRoutes.listPaymentTroubles))).held;

describe("while all of an order is refunded at the gateway, its claims", () => {
  test("cannot be verified, with a reason; once an administrator lets them stand, they can", async () => {
    const { golfer, orderId, id } = await on.claimed();
    await byHand(orderId);
    expect(await on.decide(id, "verify")).toMatchObject({
      status: 409,
      body: { error: { code: "claims.refunded", message: expect.stringContaining("refunded at the payment service") } },
    });
    expect(await on.claimOf(golfer, id)).toMatchObject({ verificationStatus: "pending", held: "refunded_at_gateway" });
    expect(await bodyOf((await on.admin()).call(evidenceRoutes.getEvidence, { params: { id } }))).toMatchObject({
      claim: { held: "refunded_at_gateway" },
      payment: { refunded: 5, refundedAtGateway: 5 },
    });
    const { number } = await on.orderOf(golfer, orderId);
    expect(await heldOrders()).toContainEqual({ orderId, orderNumber: number, amount: 5, claims: 1 });
    expect((await bodyOf(release(orderId))).order).toMatchObject({ status: "refunded", held: null });
    expect(await heldOrders()).not.toContainEqual(expect.objectContaining({ orderId }));
    expect((await on.decide(id, "verify")).status).toBe(200);
    expect((await on.claimOf(golfer, id)).held).toBe(null);
  });

  test("can be rejected, and then leave the list of troubles", async () => {
    const { orderId, id } = await on.claimed();
    await byHand(orderId);
    expect((await on.decide(id, "reject")).status).toBe(200);
    expect(await heldOrders()).not.toContainEqual(expect.objectContaining({ orderId }));
  });

  test("are not paid even if they were verified before, and can be forfeited", async () => {
    const [kept, forfeited] = [await on.verified(), await on.verified()];
    for (const { orderId } of [kept, forfeited]) await byHand(orderId);
    expect(await pay(await on.admin(), kept.id)).toMatchObject({
      status: 409,
      body: { error: { code: "claims.waits", details: { waitsFor: ["refund"] } } },
    });
    expect((await release(kept.orderId)).status).toBe(200);
    expect((await pay(await on.admin(), kept.id)).status).toBe(200);
    const reason = { reason: "Refunded" };
    const end = await (await on.admin()).call(claimRoutes.forfeitClaim, { params: { id: forfeited.id }, body: reason });
    expect(end.status).toBe(200);
  });

  test("are held by the refund that takes the rest, not by a partial one; claims of friends and guests, too", async () => {
    const buyer = await on.app.player();
    const groupData = {
      mainPlayer: { bayNumber: 1, ballCount: 5 },
      friends: [{ bayNumber: 2, ballCount: 5, name: "Guesty" }],
    };
    const { session, order } = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body;
    const hit = {
      mainSessionId: session.id,
      friendIndex: 0,
      targetHole: "left" as const,
      prizeClaim: true,
      prizeAmount: 0,
    };
    const guests = (await bodyOf(buyer.call(playRoutes.recordGroupShot, { body: hit }))).claim?.id ?? "";
    const own = (await claim(buyer, session.id, "right")).body.claim.id;
    await byHand(order.id, 2);
    expect((await on.claimOf(buyer, guests)).held).toBe(null);
    expect((await release(order.id)).body.error?.code).toBe("payments.not_held");
    await byHand(order.id, 3);
    for (const id of [guests, own]) expect((await on.decide(id, "verify")).body.error.code).toBe("claims.refunded");
    // The decision is about both parts.
    expect((await release(order.id)).status).toBe(200);
    for (const id of [guests, own]) expect((await on.decide(id, "verify")).status).toBe(200);
  });

  test("are not held by a refund of ours, and claims of the order that bought more balls are not held, either", async () => {
    const golfer = await on.app.player();
    const { session, order } = (await buy(golfer)).body;
    const first = (await claim(golfer, session.id, "left")).body.claim.id;
    expect((await on.decide(first, "reject")).status).toBe(200);
    await byHand(order.id);
    const more = (await buy(golfer)).body;
    const later = (await claim(golfer, more.session.id, "left")).body.claim.id;
    expect((await on.claimOf(golfer, later)).held).toBe(null);
    expect((await on.refund(order.id)).body.error?.code).toBe("payments.nothing_left");
    expect((await on.decide(later, "verify")).status).toBe(200);
  });

  test("stay held when the refund comes back, and a dispute holds them first", async () => {
    const { golfer, orderId, id } = await on.claimed();
    await byHand(orderId, 4);
    const end = await on.dispute(orderId);
    await end("won");
    await byHand(orderId);
    expect((await on.claimOf(golfer, id)).held).toBe("refunded_at_gateway");
    await on.app.db.pool.query("UPDATE refunds SET status = 'failed', failure = 'Came back' WHERE order_id = $1", [
      orderId,
    ]);
    expect((await on.decide(id, "verify")).body.error.code).toBe("claims.refunded");
    await on.app.db.pool.query("UPDATE refunds SET status = 'settled', failure = NULL WHERE order_id = $1", [orderId]);
  });
});

describe("letting claims stand", () => {
  test("is recorded with who, when and why, on the order, in the claim's history and in the audit trail", async () => {
    const { orderId, id } = await on.claimed();
    await byHand(orderId);
    expect((await fileOf(orderId)).held).toBe("refunded_at_gateway");
    await release(orderId, second, {}, "The lights went out");
    const file = await fileOf(orderId);
    expect(file).toMatchObject({
      held: null,
      refunds: [{ origin: "gateway", released: { by: "Ada Second", reason: "The lights went out" } }],
    });
    const { steps } = (await bodyOf((await on.admin()).call(evidenceRoutes.getEvidence, { params: { id } }))).claim;
    expect(steps.at(-1)).toMatchObject({ step: "released", actor: "Ada Second", note: "The lights went out" });
    const { rows } = await on.app.db.pool.query(
      "SELECT actor_id, detail FROM audit_trail WHERE action = 'order.claims_released' AND subject = $1",
      [orderId],
    );
    expect(rows).toEqual([
      { actor_id: second.id, detail: { refundIds: [firstOf(file.refunds).id], reason: "The lights went out" } },
    ]);
  });

  test("needs a reason, an administrator, a fresh proof, and a claim that is held", async () => {
    const { golfer, orderId } = await on.claimed();
    expect((await release(orderId)).body.error?.code).toBe("payments.not_held");
    await byHand(orderId);
    expect((await release(orderId, undefined, {}, " ")).status).toBe(400);
    expect((await release(orderId, golfer)).status).toBe(403);
    expect((await release(orderId, await on.app.signIn("staff@acebay.test"))).status).toBe(403);
    expect((await release(randomUUID())).status).toBe(404);
    await on.app.clock.advance(601);
    const path = `/api/admin/orders/${orderId}/release`;
    const cold = on.app.browser();
    for (const [name, value] of (await on.admin()).cookies) cold.cookies.set(name, value);
    expect((await cold.raw("POST", path, { reason: "Cold" })).body.error.code).toBe("accounts.step_up_needed");
    expect((await fileOf(orderId)).held).toBe("refunded_at_gateway");
  });

  test("is refused to whoever bought, played or sent what it is about", async () => {
    const { session, order } = (await buy(second)).body;
    await claim(second, session.id, "left");
    await byHand(order.id);
    expect((await release(order.id, second)).body.error?.code).toBe("claims.own");
    expect((await fileOf(order.id)).held).toBe("refunded_at_gateway");
    expect((await release(order.id)).status).toBe(200);
  });

  test("happens once, by two administrators at once, and gives the first answer again under a key", async () => {
    const [racing, keyed] = [await on.claimed("left"), await on.claimed("right")];
    for (const { orderId } of [racing, keyed]) await byHand(orderId);
    const replies = await Promise.all([release(racing.orderId), release(racing.orderId, second)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const key = { "idempotency-key": randomUUID() };
    const same = [await release(keyed.orderId, undefined, key), await release(keyed.orderId, undefined, key)];
    expect(same[1]?.body).toEqual(same[0]?.body);
    for (const { orderId } of [racing, keyed])
      expect((await fileOf(orderId)).refunds.filter(({ released }) => released)).toHaveLength(1);
  });
});

describe("a refund at the gateway at the same moment as", () => {
  test.each(["refund first", "the other first"])("a verdict, or a payout: %s", async (order) => {
    const isFirst = order === "refund first";
    const verdict = await on.claimed("left");
    const take = await on.refundNews(verdict.orderId);
    const verify = () => on.decide(verdict.id, "verify");
    const inTurn = (orderId: string, refunding: () => Promise<unknown>, other: () => Promise<Json>): Promise<Json> =>
      isFirst ? on.oneAfterTheOther(orderId, refunding, other) : on.oneAfterTheOther(orderId, other, refunding);
    const reply = await inTurn(verdict.orderId, take, verify);
    expect(await on.claimOf(verdict.golfer, verdict.id)).toMatchObject({
      held: "refunded_at_gateway",
      verificationStatus: isFirst ? "pending" : "verified",
    });
    if (isFirst) expect(reply.body.error.code).toBe("claims.refunded");

    const won = await on.verified();
    const news = await on.refundNews(won.orderId);
    await inTurn(won.orderId, news, async () => pay(await on.admin(), won.id));
    expect((await on.claimOf(won.golfer, won.id)).payoutStatus).toBe(isFirst ? "due" : "paid");
  });

  test("its release: only the claims that were there are let stand", async () => {
    const { orderId, golfer, id } = await on.claimed("left");
    await byHand(orderId, 2);
    const rest = await on.refundNews(orderId);
    const replies = await on.oneAfterTheOther(orderId, rest, () => release(orderId));
    expect(replies.status).toBe(200);
    expect((await on.claimOf(golfer, id)).held).toBe(null);
  });
});
