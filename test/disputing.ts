/** Orders and claims whose payment a bank disputes, as the tests of disputes need them. */
import { expect } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import { playRoutes } from "#features/play/contract.ts";
import { sandboxSecret } from "#main/server/choose-gateway.ts";
import { buy, claim, freshApp, type Json, orderOf, type Player, type TestApp } from "./app.ts";
import { bodyOf } from "./calls.ts";
import { atOnce } from "./at-once.ts";
import { transfersOf } from "./books.ts";
import { confirm, provedPlayer } from "./server/claims/payouts-people.ts";
import { runJobs } from "./jobs.ts";

/** The bank of an app's golfers, which writes the gateway's books: the app's own sandbox reads them. */
export function bankOf(app: TestApp) {
  const bank = createSandbox({ db: app.db, clock: app.clock, secret: sandboxSecret(app.config) });
  /**
   * The gateway sends its events one after the other, because the jobs would ask for them on several connections at
   * once.
   */
  const sendNews = () =>
    bank.sendEvents(async (payload, headers) => {
      const { statusCode } = await app.http.inject({ method: "POST", url: "/api/payments/webhook", payload, headers });
      return statusCode === 200;
    });
  return { bank, sendNews };
}

export type Disputing = Awaited<ReturnType<typeof disputing>>;

export async function disputing() {
  const app = await freshApp({ poolSize: 20 });
  // No job learns of the event before the test lets it.
  await app.jobs.stop();
  const { bank, sendNews } = bankOf(app);
  let signedIn = await app.signIn("admin@acebay.test");
  /** The administrator; a test that moves the clock outlives a sign-in. */
  async function admin(): Promise<Player> {
    if ((await signedIn.call(accountRoutes.me)).status !== 200) signedIn = await app.signIn("admin@acebay.test");
    return signedIn;
  }
  const attemptOf = async (orderId: string): Promise<string> =>
    (await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId])).rows[0].id;
  const decide = async (id: string, verdict: "verify" | "reject") =>
    (await admin()).raw("PATCH", `/api/admin/prize-claims/${id}/${verdict}`, { reason: "Not in" });

  async function claimed(hole = "middle") {
    const golfer = await provedPlayer(app, "Winnie Winner");
    const { session, order } = (await buy(golfer)).body;
    const { body } = await claim(golfer, session.id, hole);
    return { golfer, session, orderId: order.id, id: body.claim.id };
  }

  /**
   * Makes two calls that both need an order wait for it, the first before the second.
   * @returns what the second answered
   */
  async function oneAfterTheOther<T>(orderId: string, first: () => Promise<unknown>, second: () => Promise<T>) {
    // The same lock as the app's: a foreign key, such as that of receipts, does not wait for it.
    const locked = `SELECT 1 FROM orders WHERE id = '${orderId}' FOR NO KEY UPDATE`;
    return (await atOnce(app, locked, first, second))[1];
  }

  return {
    app,
    admin,
    oneAfterTheOther,
    decide,
    claimed,
    orderOf,
    kindsOf: async (orderId: string) => (await transfersOf(app, orderId)).map(([kind]) => kind),
    /** An account's balance in cents; a debit is positive. */
    balanceOf: async (account: string) =>
      Number(
        (await app.db.pool.query("SELECT balance_cents FROM ledger_accounts WHERE key = $1", [account])).rows[0]
          ?.balance_cents ?? 0,
      ),
    claimOf: async (golfer: Player, id: string): Promise<Json> =>
      (await bodyOf(golfer.call(claimRoutes.listMyClaims, { params: { id: golfer.id } }))).claims.find(
        (one) => one.id === id,
      ),
    start: (golfer: Player, orderId?: string) =>
      golfer.call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 7, orderId } }),
    refund: async (orderId: string, amount?: number) =>
      (await admin()).call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { amount, reason: "Rain" } }),
    verified: async () => {
      const won = await claimed();
      expect((await decide(won.id, "verify")).status).toBe(200);
      for (const seen of ["age_18", "tax_form"]) expect((await confirm(await admin(), won.id, seen)).status).toBe(200);
      return won;
    },
    played: async () => {
      const golfer = await app.player();
      const { session, order } = (await buy(golfer)).body;
      return { golfer, session, orderId: order.id };
    },
    ahead: async () => {
      const golfer = await app.player();
      const { order } = (await buy(golfer, { start: false })).body;
      return { golfer, orderId: order.id };
    },
    /** The bank opens a dispute of an order. @returns how it is decided later */
    dispute: async (orderId: string) => {
      const reference = await bank.openDispute(app.db, await attemptOf(orderId), "fraudulent");
      await app.jobs.runAll();
      return async (status: "won" | "lost") => {
        // A bank may change a lost dispute; the sandbox's own desk cannot do that.
        if (status === "won")
          await app.db.pool.query("UPDATE sandbox.disputes SET status = 'open' WHERE reference = $1", [reference]);
        await bank.closeDispute(reference, status);
        await runJobs(app);
      };
    },
    /**
     * Makes a refund at the gateway's dashboard of which the app has not learned yet. @returns a function by which the
     * app learns of it
     */
    refundNews: async (orderId: string, cents?: number) => {
      await bank.refundByHand(await attemptOf(orderId), cents);
      return sendNews;
    },
    /** Cancels the newest refund there; the app has not learned of it yet. */
    cancelNews: async (orderId: string) => {
      const made = await app.db.pool.query(
        "SELECT refund_id FROM sandbox.refunds WHERE attempt_id = $1 AND failure IS NULL ORDER BY created_at DESC, refund_id LIMIT 1",
        [await attemptOf(orderId)],
      );
      await bank.cancelByHand(made.rows[0].refund_id);
      return sendNews;
    },
    /**
     * The bank's news of an order, of which the app has not learned yet. @returns a function by which the app learns of
     * it
     */
    news: async (orderId: string, lost = false) => {
      const reference = await bank.openDispute(app.db, await attemptOf(orderId), "fraudulent");
      if (lost) await bank.closeDispute(reference, "lost");
      return sendNews;
    },
  };
}
