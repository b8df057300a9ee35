/** Rules, section 4: a dispute at the same moment as something that it holds: the first of the two decides. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buy, claim, shoot } from "#test/app.ts";
import { pay } from "#test/server/claims/payouts-people.ts";
import { type Disputing, disputing } from "#test/disputing.ts";

let on: Disputing;
beforeAll(async () => {
  on = await disputing();
});
afterAll(() => on.app.close());

describe("a dispute at the same moment as", () => {
  test("a start: the order is not started, because the dispute is first", async () => {
    const { golfer, orderId } = await on.ahead();
    const reply = await on.oneAfterTheOther(orderId, await on.news(orderId), () => on.start(golfer, orderId));
    expect(reply.body.error?.code).toBe("play.disputed");
  });

  test("a start that is first: the session can be played, and its claims are held", async () => {
    const { golfer, orderId } = await on.ahead();
    await on.oneAfterTheOther(orderId, () => on.start(golfer, orderId), await on.news(orderId));
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", held: "dispute_open" });
  });

  test("a refund of what is not started: it is not refunded", async () => {
    const { orderId } = await on.ahead();
    const reply = await on.oneAfterTheOther(orderId, await on.news(orderId), () => on.refund(orderId));
    expect(reply.body.error?.code).toBe("payments.disputed");
  });

  test("a verdict: the claim is not verified", async () => {
    const { orderId, id } = await on.claimed();
    const reply = await on.oneAfterTheOther(orderId, await on.news(orderId), () => on.decide(id, "verify"));
    expect(reply.body.error.code).toBe("claims.disputed");
  });

  test("a verdict, and lost at once: the claim is rejected", async () => {
    const { golfer, orderId, id } = await on.claimed();
    const reply = await on.oneAfterTheOther(orderId, await on.news(orderId, true), () => on.decide(id, "verify"));
    expect(reply.body.error.code).toBe("claims.already_decided");
    expect(await on.claimOf(golfer, id)).toMatchObject({ verificationStatus: "rejected" });
  });

  test("a verdict that is first: the payout waits, and is forfeited when the dispute is lost", async () => {
    const { golfer, orderId, id } = await on.claimed();
    await on.oneAfterTheOther(orderId, () => on.decide(id, "verify"), await on.news(orderId, true));
    expect(await on.claimOf(golfer, id)).toMatchObject({ verificationStatus: "verified", payoutStatus: "forfeited" });
  });

  test("a payout: it is not paid", async () => {
    const { orderId, id } = await on.verified();
    const reply = await on.oneAfterTheOther(orderId, await on.news(orderId), async () => pay(await on.admin(), id));
    expect(reply.body.error.code).toBe("claims.waits");
  });

  test("many claims and verdicts: the books are right in any order", async () => {
    for (let n = 0; n < 4; n++) {
      const golfer = await on.app.player();
      const { session, order } = (await buy(golfer)).body;
      const [first, takeIn] = [(await claim(golfer, session.id, "left")).body.claim, await on.news(order.id, true)];
      const replies = await Promise.all([
        takeIn(),
        on.decide(first.id, n % 2 === 0 ? "verify" : "reject"),
        claim(golfer, session.id, "middle"),
        shoot(golfer, session.id),
        on.refund(order.id, 1),
      ]);
      for (const reply of replies) if (reply) expect(reply.status).toBeLessThan(500);
      expect(await on.claimOf(golfer, first.id)).not.toMatchObject({ payoutStatus: "due" });
    }
  });
});
