/** Rules, section 4: a dispute holds what hangs on it, while it is open and when it is lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import { transfersOf, underOldRule } from "../books.ts";
import { buy, claim, freshApp, type Json, packs, type Player, shoot, type TestApp } from "../app.ts";
import { confirm, pay, payouts, provedPlayer } from "./payouts-people.ts";

let app: TestApp;
let bank: Sandbox;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  // The bank writes the gateway's books, which the app's own sandbox reads.
  bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  admin = await app.signIn("admin@acebay.test");
});
beforeEach(async () => {
  // A test that moves the clock outlives a sign-in.
  if ((await admin.call("GET", "/api/me")).status !== 200) admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const orderOf = async (golfer: Player, id: string): Promise<Json> =>
  (await golfer.call("GET", `/api/orders/${id}`)).body.order;
const kindsOf = async (orderId: string) => (await transfersOf(app, orderId)).map(([kind]) => kind);
const on = async (account: string) =>
  (await app.db.pool.query("SELECT balance_cents FROM ledger_accounts WHERE key = $1", [account])).rows[0]
    ?.balance_cents ?? 0;
const claimOf = async (golfer: Player, id: string): Promise<Json> =>
  (await golfer.call("GET", `/api/users/${golfer.id}/claims`)).body.claims.find((one: Json) => one.id === id);
const decide = (id: string, verdict: "verify" | "reject") =>
  admin.call("PATCH", `/api/admin/prize-claims/${id}/${verdict}`, { reason: "Not in" });
const start = (golfer: Player, orderId?: string) =>
  golfer.call("POST", "/api/sessions", { courseId: 1, packageId: 4, bayNumber: 7, orderId });
const refund = (orderId: string, amount?: number) =>
  admin.call("POST", `/api/admin/orders/${orderId}/refund`, { amount, reason: "Rain" });

/** The bank opens a dispute of an order. @returns how it is decided later */
async function dispute(orderId: string) {
  const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId]);
  const reference = await bank.openDispute(app.db, rows[0].id, "fraudulent");
  await app.jobs.runAll();
  return async (status: "won" | "lost") => {
    // A bank may change a lost one, which the sandbox's own desk does not do.
    if (status === "won")
      await app.db.pool.query("UPDATE sandbox.disputes SET status = 'open' WHERE reference = $1", [reference]);
    await bank.closeDispute(reference, status);
    for (let n = 0; n < 3; n++) await app.jobs.runAll();
  };
}

async function claimed(hole = "middle") {
  const golfer = await provedPlayer(app, "Winnie Winner");
  const { session, order } = (await buy(golfer)).body;
  const { body } = await claim(golfer, session.id, hole);
  return { golfer, session, orderId: order.id as string, id: body.claim.id as string };
}

async function verified() {
  const won = await claimed();
  expect((await decide(won.id, "verify")).status).toBe(200);
  for (const seen of ["age_18", "tax_form"]) expect((await confirm(admin, won.id, seen)).status).toBe(200);
  return won;
}

async function ahead() {
  const golfer = await app.player();
  const { order } = (await buy(golfer, { start: false })).body;
  return { golfer, orderId: order.id as string };
}

describe("while a dispute is open, its order's claims", () => {
  test("are not verified, and say so; when it is won they are", async () => {
    const { golfer, orderId, id } = await claimed();
    const end = await dispute(orderId);
    expect(await decide(id, "verify")).toMatchObject({
      status: 409,
      body: { error: { code: "claims.disputed", message: expect.stringContaining("dispute") } },
    });
    expect(await claimOf(golfer, id)).toMatchObject({ verificationStatus: "pending", held: "dispute_open" });
    const { body } = await admin.call("GET", `/api/admin/prize-claims/${id}/evidence`);
    expect(body).toMatchObject({
      claim: { held: "dispute_open" },
      payment: { disputes: [{ amount: 5, status: "open", reason: "fraudulent" }] },
    });
    expect(await orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", held: "dispute_open" });
    await end("won");
    expect((await decide(id, "verify")).status).toBe(200);
    expect(await claimOf(golfer, id)).toMatchObject({ verificationStatus: "verified", held: null });
  });

  test("can be rejected", async () => {
    const { orderId, id } = await claimed();
    await dispute(orderId);
    expect((await decide(id, "reject")).status).toBe(200);
  });

  test("are not paid when they were verified before, and the payout says what it waits for", async () => {
    const { orderId, id } = await verified();
    const end = await dispute(orderId);
    expect(await pay(admin, id)).toMatchObject({
      status: 409,
      body: { error: { code: "claims.waits", details: { waitsFor: ["dispute"] } } },
    });
    expect((await payouts(admin, "status=waiting")).map(({ claimId }) => claimId)).toContain(id);
    await end("won");
    expect((await pay(admin, id)).status).toBe(200);
  });

  test("are held on the rows of friends and guests, too", async () => {
    const [buyer, friend] = [await app.player(), await app.player()];
    const seat = (bayNumber: number, who: object) => ({ bayNumber, ballCount: 3, ...who });
    const groupData = {
      mainPlayer: { bayNumber: 1, ballCount: 4 },
      friends: [seat(2, { userId: friend.userId }), seat(3, { name: "Guesty" })],
    };
    const { session, order } = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body;
    const ids: string[] = [];
    for (const friendIndex of [0, 1]) {
      const hit = { mainSessionId: session.id, friendIndex, targetHole: "left", prizeClaim: true, prizeAmount: 0 };
      ids.push((await (friendIndex === 0 ? friend : buyer).call("POST", "/api/group-attempts", hit)).body.claim.id);
    }
    const end = await dispute(order.id);
    for (const id of ids) expect((await decide(id, "verify")).body.error.code).toBe("claims.disputed");
    expect(await claimOf(friend, ids[0] ?? "")).toMatchObject({ held: "dispute_open" });
    await end("lost");
    for (const id of ids)
      expect((await admin.call("GET", `/api/admin/prize-claims/${id}/evidence`)).body.claim).toMatchObject({
        verificationStatus: "rejected",
        rejectionReason: "The payment was reversed by the bank",
        verifiedBy: null,
      });
  });

  test("are those of that order alone, not of the one that kept playing after it", async () => {
    const golfer = await app.player();
    const { session, order } = (await buy(golfer, { pack: packs.single })).body;
    const first = (await claim(golfer, session.id, "left")).body.claim;
    const more = (await buy(golfer, { sessionData: { purchaseContext: "buy_more_balls" } })).body;
    const second = (await claim(golfer, more.session.id, "right")).body.claim;
    await dispute(order.id);
    expect((await decide(first.id, "verify")).body.error.code).toBe("claims.disputed");
    expect((await decide(second.id, "verify")).status).toBe(200);
    await dispute(more.order.id);
    expect(await claimOf(golfer, second.id)).toMatchObject({ held: "dispute_open", payoutStatus: "due" });
  });

  test("do not touch a free shot's", async () => {
    const golfer = await app.player();
    const { session } = (
      await golfer.call("POST", "/api/free-shot-session", { courseId: 1, bayNumber: 3, teeTime: "15:00" })
    ).body;
    const { id } = (await claim(golfer, session.id, "left")).body.claim;
    expect((await decide(id, "verify")).status).toBe(200);
  });
});

describe("a dispute that is lost", () => {
  test("rejects the pending claims; the jackpot is as if it had never been claimed", async () => {
    const before = Number(await on("pot:1"));
    const { golfer, orderId, id } = await claimed();
    const end = await dispute(orderId);
    await end("lost");
    expect(await claimOf(golfer, id)).toMatchObject({
      verificationStatus: "rejected",
      rejectionReason: "The payment was reversed by the bank",
    });
    // The order's own share of 1.00 stays in the pot: the house bears the dispute.
    expect(Number(await on("pot:1"))).toBe(before - 100);
    const { body: mails } = await app.browser().call("GET", "/dev/outbox.json");
    expect(mails.filter(({ to }: Json) => to === golfer.email)[0]).toMatchObject({
      subject: "Your prize claim at Palmetto Pines Driving Range has ended",
      text: expect.stringContaining("your bank took back the payment"),
    });
    // A bank may change its mind: the money is booked back, the verdict stands.
    await end("won");
    expect(await claimOf(golfer, id)).toMatchObject({ verificationStatus: "rejected" });
    expect((await kindsOf(orderId)).at(-1)).toBe("chargeback_reversed");
  });

  test("forfeits what is verified and not paid, never what is paid", async () => {
    const [due, paid] = [await verified(), await verified()];
    expect((await pay(admin, paid.id)).status).toBe(200);
    for (const { orderId } of [due, paid]) await (await dispute(orderId))("lost");
    expect(await claimOf(due.golfer, due.id)).toMatchObject({
      verificationStatus: "verified",
      payoutStatus: "forfeited",
    });
    expect(await claimOf(paid.golfer, paid.id)).toMatchObject({ payoutStatus: "paid" });
    expect((await pay(admin, due.id)).body.error.code).toBe("claims.not_due");
    expect(Number(await on(`prize_payable:${due.id}`))).toBe(0);
  });

  test("leaves a claim that is made after it only to be rejected", async () => {
    const golfer = await app.player();
    const { session, order } = (await buy(golfer)).body;
    await (
      await dispute(order.id)
    )("lost");
    const { id } = (await claim(golfer, session.id, "middle")).body.claim;
    expect((await decide(id, "verify")).body.error.code).toBe("claims.reversed");
    expect((await decide(id, "reject")).status).toBe(200);
  });
});

describe("an order that is not started", () => {
  test("is neither started, refunded nor bought again while its dispute is open", async () => {
    const { golfer, orderId } = await ahead();
    const end = await dispute(orderId);
    for (const named of [orderId, undefined])
      expect(await start(golfer, named)).toMatchObject({ status: 409, body: { error: { code: "play.disputed" } } });
    for (const amount of [undefined, 1])
      expect(await refund(orderId, amount)).toMatchObject({
        status: 409,
        body: { error: { code: "payments.disputed" } },
      });
    expect(await buy(golfer, { start: false })).toMatchObject({
      status: 409,
      body: { error: { code: "payments.waiting_disputed" } },
    });
    await end("won");
    expect((await start(golfer, orderId)).status).toBe(201);
  });

  test("is not refunded by itself after 30 days while its dispute is open", async () => {
    const { orderId } = await ahead();
    await dispute(orderId);
    await app.clock.advance(31 * 86_400);
    await app.jobs.runAll();
    expect(await kindsOf(orderId)).toEqual(["capture_ahead", "chargeback"]);
  });

  test("is over when the dispute is lost: bought again, nothing to refund, and no account is kept by it", async () => {
    const { golfer, orderId } = await ahead();
    const loss = Number(await on("dispute_loss"));
    await (
      await dispute(orderId)
    )("lost");
    expect(await orderOf(golfer, orderId)).toMatchObject({
      status: "reversed",
      held: "dispute_lost",
      failure: "Your bank took this payment back before your session was started.",
      refunds: [],
    });
    expect(await transfersOf(app, orderId)).toEqual([
      ["capture_ahead", { cash: 500, deferred: -500 }],
      ["chargeback", { dispute_loss: 500, cash: -500 }],
      ["reverse", { deferred: 500, dispute_loss: -500 }],
    ]);
    expect(Number(await on("dispute_loss"))).toBe(loss);
    expect((await start(golfer, orderId)).body.error.code).toBe("play.not_paid");
    expect((await refund(orderId)).body.error.code).toBe("payments.nothing_left");
    const found = await admin.call("GET", "/api/admin/orders?status=reversed");
    expect(found.body.orders.map(({ id }: Json) => id)).toContain(orderId);
    expect((await golfer.call("GET", `/api/orders/${orderId}/receipt`)).status).toBe(200);
    const again = await buy(golfer);
    expect(again.status).toBe(200);
    await golfer.call("POST", `/api/sessions/${again.body.session.id}/complete`);
    expect((await golfer.call("POST", `/api/users/${golfer.id}/delete`)).status).toBe(204);
  });

  test("gives back what the bank has left of it", async () => {
    const { golfer, orderId } = await ahead();
    // The bank takes 3.00 of the 5.00 alone.
    await app.db.pool
      .query(`INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at)
      SELECT 'dp_part', id::text, 300, 'lost', 'fraudulent', created_at FROM payment_attempts WHERE order_id = '${orderId}'`);
    for (let n = 0; n < 3; n++) await app.jobs.runAll();
    expect((await transfersOf(app, orderId)).slice(2)).toEqual([
      ["reverse", { deferred: 300, dispute_loss: -300 }],
      ["refund_ahead", { deferred: 200, refunds_payable: -200 }],
      ["refund_settled", { refunds_payable: 200, cash: -200 }],
    ]);
    expect(await orderOf(golfer, orderId)).toMatchObject({ status: "reversed", refunds: [{ amount: 2 }] });
  });

  test("is refunded when a dispute that was lost is won after all", async () => {
    const { golfer, orderId } = await ahead();
    const end = await dispute(orderId);
    await end("lost");
    await end("won");
    expect((await transfersOf(app, orderId)).slice(3)).toEqual([
      ["chargeback_reversed", { cash: 500, dispute_loss: -500 }],
      ["refund_reversed", { dispute_loss: 500, refunds_payable: -500 }],
      ["refund_settled", { refunds_payable: 500, cash: -500 }],
    ]);
    expect(await orderOf(golfer, orderId)).toMatchObject({ status: "refunded", held: null, refunds: [{ amount: 5 }] });
  });

  test("that was paid under the old rule keeps its shares where they are, and gives them back when it is won", async () => {
    const { golfer, orderId } = await ahead();
    await underOldRule(app, orderId);
    const end = await dispute(orderId);
    await end("lost");
    expect(await kindsOf(orderId)).toEqual(["capture", "chargeback"]);
    expect((await orderOf(golfer, orderId)).status).toBe("reversed");
    await end("won");
    expect((await kindsOf(orderId)).slice(2)).toEqual(["chargeback_reversed", "refund", "refund_settled"]);
    expect((await orderOf(golfer, orderId)).status).toBe("refunded");
  });
});

describe("a dispute at the same moment as", () => {
  /**
   * Two things that both need an order wait for it, the first before the second.
   * @returns what the second answered
   */
  async function oneAfterTheOther<T>(orderId: string, first: () => Promise<unknown>, second: () => Promise<T>) {
    const gate = await app.db.pool.connect();
    await gate.query("BEGIN");
    await gate.query("SELECT 1 FROM orders WHERE id = $1 FOR UPDATE", [orderId]);
    const waiting = (count: number) =>
      expect
        .poll(async () =>
          Number(
            (
              await app.db.pool.query(
                "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
              )
            ).rows[0].n,
          ),
        )
        .toBeGreaterThanOrEqual(count);
    const one = first();
    await waiting(1);
    const two = second();
    await waiting(2);
    await gate.query("COMMIT");
    gate.release();
    await one;
    return two;
  }
  /** The bank's news of an order is taken in. */
  async function news(orderId: string, lost = false) {
    const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId]);
    const reference = await bank.openDispute(app.db, rows[0].id, "fraudulent");
    if (lost) await bank.closeDispute(reference, "lost");
    return () => app.jobs.runAll();
  }

  test("a start: the order is not started", async () => {
    const { golfer, orderId } = await ahead();
    const reply = await oneAfterTheOther(orderId, await news(orderId), () => start(golfer, orderId));
    expect(reply.body.error.code).toBe("play.disputed");
  });

  test("a start, which is first: the session plays, and its claims are held", async () => {
    const { golfer, orderId } = await ahead();
    await oneAfterTheOther(orderId, () => start(golfer, orderId), await news(orderId));
    expect(await orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", held: "dispute_open" });
  });

  test("a refund of what is not started: it is not refunded", async () => {
    const { orderId } = await ahead();
    const reply = await oneAfterTheOther(orderId, await news(orderId), () => refund(orderId));
    expect(reply.body.error.code).toBe("payments.disputed");
  });

  test("a verdict: the claim is not verified", async () => {
    const { orderId, id } = await claimed();
    const reply = await oneAfterTheOther(orderId, await news(orderId), () => decide(id, "verify"));
    expect(reply.body.error.code).toBe("claims.disputed");
  });

  test("a verdict, and lost at once: the claim is rejected", async () => {
    const { golfer, orderId, id } = await claimed();
    const reply = await oneAfterTheOther(orderId, await news(orderId, true), () => decide(id, "verify"));
    expect(reply.body.error.code).toBe("claims.already_decided");
    expect(await claimOf(golfer, id)).toMatchObject({ verificationStatus: "rejected" });
  });

  test("a verdict, which is first: the payout waits, and is forfeited when the dispute is lost", async () => {
    const { golfer, orderId, id } = await claimed();
    await oneAfterTheOther(orderId, () => decide(id, "verify"), await news(orderId, true));
    expect(await claimOf(golfer, id)).toMatchObject({ verificationStatus: "verified", payoutStatus: "forfeited" });
  });

  test("a payout: it is not paid", async () => {
    const { orderId, id } = await verified();
    const reply = await oneAfterTheOther(orderId, await news(orderId), () => pay(admin, id));
    expect(reply.body.error.code).toBe("claims.waits");
  });

  test("claims and verdicts of many: the books are right whoever comes first", async () => {
    for (let n = 0; n < 4; n++) {
      const golfer = await app.player();
      const { session, order } = (await buy(golfer)).body;
      const [first, takeIn] = [(await claim(golfer, session.id, "left")).body.claim, await news(order.id, true)];
      const replies = await Promise.all([
        takeIn(),
        decide(first.id, n % 2 === 0 ? "verify" : "reject"),
        claim(golfer, session.id, "middle"),
        shoot(golfer, session.id),
        refund(order.id, 1),
      ]);
      for (const reply of replies) if (reply) expect(reply.status).toBeLessThan(500);
      expect(await claimOf(golfer, first.id)).not.toMatchObject({ payoutStatus: "due" });
    }
  });
});
