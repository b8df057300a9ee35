/** Rules, section 4: a dispute holds its order's claims and payouts, while it is open and when it is lost. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, packs } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { type Disputing, disputing } from "#test/disputing.ts";
import { pay, payouts } from "./payouts-people.ts";
import { outboxOf } from "#test/demo.ts";

let on: Disputing;
beforeAll(async () => {
  on = await disputing();
});
afterAll(() => on.app.close());

describe("while a dispute is open, its order's claims", () => {
  test("cannot be verified, with a reason; once the dispute is won they can", async () => {
    const { golfer, orderId, id } = await on.claimed();
    const end = await on.dispute(orderId);
    expect(await on.decide(id, "verify")).toMatchObject({
      status: 409,
      body: { error: { code: "claims.disputed", message: expect.stringContaining("dispute") } },
    });
    expect(await on.claimOf(golfer, id)).toMatchObject({ verificationStatus: "pending", held: "dispute_open" });
    const body = await bodyOf((await on.admin()).call(evidenceRoutes.getEvidence, { params: { id } }));
    expect(body).toMatchObject({
      claim: { held: "dispute_open" },
      payment: { disputes: [{ amount: 5, status: "open", reason: "fraudulent" }] },
    });
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", held: "dispute_open" });
    await end("won");
    expect((await on.decide(id, "verify")).status).toBe(200);
    expect(await on.claimOf(golfer, id)).toMatchObject({ verificationStatus: "verified", held: null });
  });

  test("can be rejected", async () => {
    const { orderId, id } = await on.claimed();
    await on.dispute(orderId);
    expect((await on.decide(id, "reject")).status).toBe(200);
  });

  test("are not paid even if they were verified before, and the payout says what it waits for", async () => {
    const { orderId, id } = await on.verified();
    const end = await on.dispute(orderId);
    expect(await pay(await on.admin(), id)).toMatchObject({
      status: 409,
      body: { error: { code: "claims.waits", details: { waitsFor: ["dispute"] } } },
    });
    expect((await payouts(await on.admin(), "status=waiting")).map(({ claimId }) => claimId)).toContain(id);
    await end("won");
    expect((await pay(await on.admin(), id)).status).toBe(200);
  });

  test("are also held when they belong to friends and guests", async () => {
    const [buyer, friend] = [await on.app.player(), await on.app.player()];
    const seat = (bayNumber: number, who: object) => ({ bayNumber, ballCount: 3, ...who });
    const groupData = {
      mainPlayer: { bayNumber: 1, ballCount: 4 },
      friends: [seat(2, { userId: friend.userId }), seat(3, { name: "Guesty" })],
    };
    const { session, order } = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body;
    const ids: string[] = [];
    for (const friendIndex of [0, 1]) {
      const hit = {
        mainSessionId: session.id,
        friendIndex,
        targetHole: "left" as const,
        prizeClaim: true,
        prizeAmount: 0,
      };
      ids.push(
        (await bodyOf((friendIndex === 0 ? friend : buyer).call(playRoutes.recordGroupShot, { body: hit }))).claim
          ?.id ?? "",
      );
    }
    const end = await on.dispute(order.id);
    for (const id of ids) expect((await on.decide(id, "verify")).body.error.code).toBe("claims.disputed");
    expect(await on.claimOf(friend, ids[0] ?? "")).toMatchObject({ held: "dispute_open" });
    await end("lost");
    for (const id of ids)
      expect(
        (await bodyOf((await on.admin()).call(evidenceRoutes.getEvidence, { params: { id } }))).claim,
      ).toMatchObject({
        verificationStatus: "rejected",
        rejectionReason: "The payment was reversed by the bank",
        verifiedBy: null,
      });
  });

  test("are the claims of that order alone, not of the order that bought more balls after it", async () => {
    const golfer = await on.app.player();
    const { session, order } = (await buy(golfer, { pack: packs.single })).body;
    const first = (await claim(golfer, session.id, "left")).body.claim;
    const more = (await buy(golfer, { sessionData: { purchaseContext: "buy_more_balls" } })).body;
    const second = (await claim(golfer, more.session.id, "right")).body.claim;
    await on.dispute(order.id);
    expect((await on.decide(first.id, "verify")).body.error.code).toBe("claims.disputed");
    expect((await on.decide(second.id, "verify")).status).toBe(200);
    await on.dispute(more.order.id);
    expect(await on.claimOf(golfer, second.id)).toMatchObject({ held: "dispute_open", payoutStatus: "due" });
  });

  test("do not include claims of a free shot", async () => {
    const golfer = await on.app.player();
    const { session } = await bodyOf(
      golfer.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 3, teeTime: "15:00" } }),
    );
    const { id } = (await claim(golfer, session.id, "left")).body.claim;
    expect((await on.decide(id, "verify")).status).toBe(200);
  });
});

describe("a dispute that is lost", () => {
  test("rejects the pending claims, and the jackpot is as if it had never been claimed", async () => {
    const before = await on.balanceOf("pot:1");
    const { golfer, orderId, id } = await on.claimed();
    const end = await on.dispute(orderId);
    await end("lost");
    expect(await on.claimOf(golfer, id)).toMatchObject({
      verificationStatus: "rejected",
      rejectionReason: "The payment was reversed by the bank",
    });
    // The order's own share of 1.00 stays in the pot: the house bears the dispute.
    expect(await on.balanceOf("pot:1")).toBe(before - 100);
    const mails = await outboxOf(on.app.browser());
    expect(mails.filter(({ to }) => to === golfer.email)[0]).toMatchObject({
      subject: "Your prize claim at Palmetto Pines Driving Range has ended",
      text: expect.stringContaining("your bank took back the payment"),
    });
    // A bank may change its mind: the money is booked back, the verdict stands.
    await end("won");
    expect(await on.claimOf(golfer, id)).toMatchObject({ verificationStatus: "rejected" });
    expect((await on.kindsOf(orderId)).at(-1)).toBe("chargeback_reversed");
  });

  test("forfeits prizes that are verified and not paid, and never paid ones", async () => {
    const [due, paid] = [await on.verified(), await on.verified()];
    expect((await pay(await on.admin(), paid.id)).status).toBe(200);
    for (const { orderId } of [due, paid]) await (await on.dispute(orderId))("lost");
    expect(await on.claimOf(due.golfer, due.id)).toMatchObject({
      verificationStatus: "verified",
      payoutStatus: "forfeited",
    });
    expect(await on.claimOf(paid.golfer, paid.id)).toMatchObject({ payoutStatus: "paid" });
    expect((await pay(await on.admin(), due.id)).body.error.code).toBe("claims.not_due");
    expect(await on.balanceOf(`prize_payable:${due.id}`)).toBe(0);
  });

  test("allows a claim that is made after it only to be rejected", async () => {
    const golfer = await on.app.player();
    const { session, order } = (await buy(golfer)).body;
    await (
      await on.dispute(order.id)
    )("lost");
    const { id } = (await claim(golfer, session.id, "middle")).body.claim;
    expect((await on.decide(id, "verify")).body.error.code).toBe("claims.reversed");
    expect((await on.decide(id, "reject")).status).toBe(200);
  });
});
