/**
 * Rules, section 4: an order ends in the same state, no matter whether we learn first of a dispute of a part or of a
 * refund of the rest.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { type Disputing, disputing } from "#test/disputing.ts";
import { runJobs } from "#test/jobs.ts";

let on: Disputing;
beforeAll(async () => {
  on = await disputing();
});
afterAll(() => on.app.close());
const write = (text: string, values: unknown[]) => on.app.db.pool.query(text, values);
const hear = async () => {
  await runJobs(on.app);
};

/** The bank takes 3.00 of an order's 5.00. @returns how it decides */
async function disputePart(orderId: string) {
  const reference = `dp_${randomUUID()}`;
  await write(
    `INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at)
     SELECT $1, id::text, 300, 'open', 'fraudulent', $3 FROM payment_attempts WHERE order_id = $2`,
    [reference, orderId, on.app.clock.now()],
  );
  await hear();
  return async (status: "won" | "lost") => {
    await write("UPDATE sandbox.disputes SET status = $2 WHERE reference = $1", [reference, status]);
    await hear();
  };
}
async function refundRest(orderId: string) {
  const { rows } = await write("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId]);
  const bank = createSandbox({ db: on.app.db, clock: on.app.clock, secret: "not needed" });
  await bank.refundByHand(rows[0].id, 200);
  await hear();
}

const orders = ["the refund first", "the dispute first", "the decision first"] as const;
/** A dispute of a part and a refund of the rest at the gateway, of which we learn in one order or the other. */
async function meet(orderId: string, first: (typeof orders)[number], end: "won" | "lost") {
  if (first === "the refund first") await refundRest(orderId);
  const decide = await disputePart(orderId);
  if (first === "the dispute first") await refundRest(orderId);
  await decide(end);
  if (first === "the decision first") await refundRest(orderId);
  return decide;
}

describe.each(orders)("a dispute in part and a refund of the rest, %s", (first) => {
  test("when it is won, a session that was played goes on, and its claim may be verified", async () => {
    const { golfer, orderId, id, session } = await on.claimed();
    await meet(orderId, first, "won");
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", held: null, failure: null });
    expect((await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }))).session.status).toBe(
      "active",
    );
    expect((await on.decide(id, "verify")).status).toBe(200);
  });

  test("when it is lost, an order that was played is over; when it is won after all, it counts as sold again", async () => {
    const { golfer, orderId, id, session } = await on.claimed();
    const decide = await meet(orderId, first, "lost");
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "refunded", held: "dispute_lost" });
    expect((await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }))).session.status).toBe(
      "completed",
    );
    expect((await on.claimOf(golfer, id)).verificationStatus).toBe("rejected");
    await decide("won");
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", held: null });
  });

  test("when it is won, an order that was paid ahead may be started", async () => {
    const { golfer, orderId } = await on.ahead();
    await meet(orderId, first, "won");
    expect((await on.orderOf(golfer, orderId)).status).toBe("paid");
    expect((await on.start(golfer, orderId)).status).toBe(201);
  });

  test("when it is lost, nothing is left of an order that was paid ahead", async () => {
    const { golfer, orderId } = await on.ahead();
    // After the loss we give the rest back ourselves.
    if (first === "the decision first") await (await disputePart(orderId))("lost");
    else await meet(orderId, first, "lost");
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "reversed", refunds: [{ amount: 2 }] });
  });
});

test("when a dispute is won after an administrator refunded all that it had left, the order does not count as refunded in full", async () => {
  const golfer = await on.app.player();
  const orderId: string = (await buy(golfer)).body.order.id;
  const decide = await disputePart(orderId);
  expect((await on.refund(orderId)).status).toBe(200);
  await hear();
  await decide("won");
  expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", refunds: [{ amount: 2 }] });
  expect((await on.refund(orderId)).status).toBe(200);
  await expect.poll(async () => (await on.orderOf(golfer, orderId)).status).toBe("refunded");
});
