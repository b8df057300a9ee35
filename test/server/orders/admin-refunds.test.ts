/** Rules, sections 4 and 5: refunds by an administrator, in full and in part, never above the capture. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { expectCleanBooks, paidBack, transfersOf } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, claim, freshApp, orderOf, packs, type Player, type Reply, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { outboxOf } from "#test/demo.ts";
import type { Json } from "#test/calls.ts";

const gateway = faultyGateway();
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const refund = (orderId: string, body: object = {}, key?: string): Promise<Reply> =>
  admin.call(paymentRoutes.refundOrder, {
    params: { id: orderId },
    body: { reason: "Rain", ...body },
    headers: key ? { "idempotency-key": key } : {},
  });
const becomes = (person: Player, id: string, status: string) =>
  expect.poll(async () => (await orderOf(person, id)).status, { timeout: 5_000 }).toBe(status);
const sessionOf = async (person: Player, id: string) =>
  (await bodyOf(person.call(playRoutes.getSession, { params: { id } }))).session;
async function bought(change: Parameters<typeof buy>[1] = {}) {
  const golfer = await app.player();
  const { body } = await buy(golfer, change);
  return { golfer, order: body.order, session: body.session };
}

test("an amount of null, of nothing or of what is no number refunds nothing", async () => {
  const { golfer, order } = await bought();
  for (const amount of [null, "", " ", Number.NaN, Number.POSITIVE_INFINITY, "NaN", [], {}])
    expect(await admin.raw("POST", `/api/admin/orders/${order.id}/refund`, { amount, reason: "Rain" })).toMatchObject({
      status: 400,
      body: { error: { details: { problems: [{ field: "amount" }] } } },
    });
  expect((await orderOf(golfer, order.id)).refunds).toEqual([]);
});

describe("a refund in full", () => {
  test("ends the running session, gives the pot's part back, and reaches the golfer by mail", async () => {
    const { golfer, order, session } = await bought();
    const reply = await refund(order.id);
    expect(reply).toMatchObject({ status: 200, body: { order: { refunds: [{ amount: 5, reason: "Rain" }] } } });
    await becomes(golfer, order.id, "refunded");
    expect(await sessionOf(golfer, session.id)).toMatchObject({ status: "completed", endReason: "refund" });
    expect(await transfersOf(app, order.id)).toEqual([
      ["capture", { cash: 500, pot: -100, revenue: -400 }],
      ["refund", { pot: 100, revenue: 400, refunds_payable: -500 }],
      ["refund_settled", { refunds_payable: 500, cash: -500 }],
    ]);
    expect(await paidBack(app, order.id)).toBe(500);
    const mails = await outboxOf(app.browser());
    expect(
      mails.find((mail: { to: string; text: string }) => mail.to === golfer.email && mail.text.includes("Rain")),
    ).toBeDefined();
  });

  test("ends shots and claims, even one that was hit before and comes late, and a claim for an earlier miss", async () => {
    const { golfer, order, session } = await bought();
    await shoot(golfer, session.id);
    await app.clock.advance(60);
    await refund(order.id);
    await app.clock.advance(5);
    for (const late of [await shoot(golfer, session.id), await shoot(golfer, session.id, { secondsAgo: 30 })])
      expect(late).toMatchObject({ status: 409, body: { error: { code: "play.refunded" } } });
    expect(await claim(golfer, session.id, "left")).toMatchObject({
      status: 409,
      body: { error: { code: "play.refunded" } },
    });
  });

  test("lets the golfer buy again at once", async () => {
    const { golfer, order } = await bought();
    await refund(order.id);
    expect((await buy(golfer)).status).toBe(200);
  });

  test("ends the session of every player of a group", async () => {
    const groupData = {
      mainPlayer: { bayNumber: 3, ballCount: 6 },
      friends: [{ name: "Guest", bayNumber: 4, ballCount: 4 }],
    };
    const { golfer, order, session } = await bought({ sessionData: { groupData } });
    await refund(order.id);
    const body = await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }));
    expect([body.session, ...body.friendSessions].map(({ status }) => status)).toEqual(["completed", "completed"]);
  });

  test("of an order that was paid ahead prevents its start", async () => {
    const { golfer, order } = await bought({ start: false });
    expect((await refund(order.id)).status).toBe(200);
    await becomes(golfer, order.id, "refunded");
    const start = {
      userId: golfer.id,
      courseId: 1,
      packageId: packs.jackpot.packageId,
      bayNumber: 7,
      orderId: order.id,
    };
    expect((await golfer.call(playRoutes.startSession, { body: start })).status).toBe(402);
  });
});

describe("a refund in part", () => {
  test("leaves the session running; the parts add up to the capture and the pot's part to its share", async () => {
    const { golfer, order, session } = await bought();
    expect((await refund(order.id, { amount: 1.01 })).body.order).toMatchObject({ status: "fulfilled" });
    expect((await sessionOf(golfer, session.id)).status).toBe("active");
    expect((await shoot(golfer, session.id)).status).toBe(201);
    await refund(order.id, { amount: 1.02 });
    const last = await refund(order.id);
    expect(last.body.order.refunds.map(({ amount }: { amount: number }) => amount)).toEqual([1.01, 1.02, 2.97]);
    await becomes(golfer, order.id, "refunded");
    const transfers = await transfersOf(app, order.id);
    // floor(100 x refunded / 500) so far: 20, 40, 100.
    expect(transfers.filter(([kind]) => kind === "refund").map(([, entries]) => entries["pot"])).toEqual([20, 20, 60]);
    expect((await sessionOf(golfer, session.id)).endReason).toBe("refund");
  });

  test("of an order that was paid ahead does not prevent its start; what is left is refunded after 30 days", async () => {
    const { golfer, order } = await bought({ start: false });
    await refund(order.id, { amount: 2 });
    expect((await orderOf(golfer, order.id)).status).toBe("paid");
    await app.clock.advance(30 * 86_400 + 1);
    await app.jobs.runAll();
    await app.jobs.runAll();
    await golfer.call(accountRoutes.login, { body: { email: golfer.email } });
    expect((await orderOf(golfer, order.id)).status).toBe("refunded");
    expect(await paidBack(app, order.id)).toBe(500);
    admin = await app.signIn("admin@acebay.test");
  });
});

describe("never above the capture", () => {
  test("a refund of one cent too much is refused with what is left, and changes nothing", async () => {
    const { golfer, order } = await bought();
    await refund(order.id, { amount: 2 });
    expect(await refund(order.id, { amount: 3.01 })).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "payments.refund_too_much",
          message: "At most $3.00 is left to refund",
          details: { refundable: 3 },
        },
      },
    });
    expect((await orderOf(golfer, order.id)).refunds).toHaveLength(1);
    await refund(order.id);
    expect((await refund(order.id)).body.error.code).toBe("payments.nothing_left");
  });

  test("ten refunds at once, of 1.50 each, give back 4.50 of 5.00", async () => {
    const { order } = await bought();
    const replies = await Promise.all(Array.from({ length: 10 }, () => refund(order.id, { amount: 1.5 })));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    await expect.poll(() => paidBack(app, order.id), { timeout: 5_000 }).toBe(450);
  });

  test("refunds run while others pay at the same course: nobody waits for ever, and the books agree", async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, async () => (await bought()).order));
    const golfers = await Promise.all(Array.from({ length: 12 }, () => app.player()));
    const replies = await Promise.all([
      ...orders.map(({ id }: Json) => refund(id)),
      ...golfers.map((golfer) => buy(golfer)),
    ]);
    expect(new Set(replies.map(({ status }: Json) => status))).toEqual(new Set([200]));
    await expectCleanBooks(app);
  });

  test("two full refunds at once become one", async () => {
    const { order } = await bought();
    const replies = await Promise.all([refund(order.id), refund(order.id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await expect.poll(() => paidBack(app, order.id), { timeout: 5_000 }).toBe(500);
  });

  test("a call that is repeated under its key is the same refund; another body under it is 422", async () => {
    const { golfer, order } = await bought();
    const key = randomUUID();
    const first = await refund(order.id, { amount: 1 }, key);
    expect(await refund(order.id, { amount: 1 }, key)).toMatchObject({ status: 200, body: first.body });
    expect((await refund(order.id, { amount: 2 }, key)).status).toBe(422);
    expect((await orderOf(golfer, order.id)).refunds).toHaveLength(1);
  });
});

describe("a claim of the order", () => {
  test("that is pending or verified prevents a refund; a rejected one does not", async () => {
    const { golfer, order, session } = await bought();
    const { body } = await claim(golfer, session.id, "left");
    for (const amount of [undefined, 1]) {
      expect(await refund(order.id, { amount })).toMatchObject({
        status: 409,
        body: { error: { code: "payments.claim_stands" } },
      });
    }
    await admin.call(claimRoutes.rejectClaim, { params: { id: body.claim.id }, body: { reason: "Not seen" } });
    expect((await refund(order.id)).status).toBe(200);

    const other = await bought();
    const won = await claim(other.golfer, other.session.id, "right");
    await admin.call(claimRoutes.verifyClaim, { params: { id: won.body.claim.id } });
    expect((await refund(other.order.id)).status).toBe(409);
  });

  test("of a friend in the group prevents it, too", async () => {
    const groupData = {
      mainPlayer: { bayNumber: 3, ballCount: 6 },
      friends: [{ name: "Guest", bayNumber: 4, ballCount: 4 }],
    };
    const { golfer, order, session } = await bought({ sessionData: { groupData } });
    const body = {
      mainSessionId: session.id,
      friendIndex: 0,
      targetHole: "left" as const,
      prizeClaim: true,
      prizeAmount: 0,
    };
    expect((await golfer.call(playRoutes.recordGroupShot, { body })).status).toBe(201);
    expect((await refund(order.id)).status).toBe(409);
  });

  test("and a full refund at the same moment: exactly one of the two goes through", async () => {
    for (let n = 0; n < 10; n++) {
      const { golfer, order, session } = await bought();
      const [claimed, refunded] = await Promise.all([claim(golfer, session.id, "left"), refund(order.id)]);
      expect([claimed.status, refunded.status].toSorted((a, b) => a - b)).toEqual(
        refunded.status === 200 ? [200, 409] : [201, 409],
      );
    }
  });
});

describe("a refund", () => {
  test("is refused for anyone but administrators, unknown orders, uncharged ones, and bad input", async () => {
    const { golfer, order } = await bought();
    const path = `/api/admin/orders/${order.id}/refund`;
    const staff = await app.signIn("staff@acebay.test");
    expect((await app.browser().raw("POST", path, { reason: "x" })).status).toBe(401);
    expect((await golfer.raw("POST", path, { reason: "x" })).status).toBe(403);
    expect((await staff.raw("POST", path, { reason: "x" })).status).toBe(403);
    for (const id of [randomUUID(), "nothing"]) expect((await refund(id)).status).toBe(404);
    for (const body of [
      { amount: 0 },
      { amount: -1 },
      { amount: 0.001 },
      { amount: 5e-324 },
      { amount: "much" },
      { reason: " " },
    ])
      expect((await refund(order.id, body)).status).toBe(400);
    const declined = await app.player();
    await buy(declined, { paymentInfo: { cardNumber: "4000000000000002" } });
    const { orders } = await bodyOf(declined.call(orderRoutes.listOrders));
    expect((await refund(firstOf(orders).id)).body.error.code).toBe("payments.not_captured");
    expect((await orderOf(golfer, order.id)).refunds).toEqual([]);
  });

  test("stands in the audit trail, with the reason", async () => {
    const { order } = await bought();
    await refund(order.id, { amount: 2, reason: "Broken mat" });
    const { rows } = await app.db.pool.query("SELECT actor_id, action, detail FROM audit_trail WHERE subject = $1", [
      order.id,
    ]);
    expect(rows).toMatchObject([
      { actor_id: admin.id, action: "order.refunded", detail: { amountCents: 200, reason: "Broken mat" } },
    ]);
  });
});
