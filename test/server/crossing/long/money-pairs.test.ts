/**
 * Two processes do two things with the money of one order at the same moment, for each pair of what may happen to it in a
 * state: refunds, disputes, verdicts, payouts, a start, and the deletion of the account. Whichever comes first, the books
 * are clean, and the facts of the order fit together. `npm run races` runs every pair in both orders and in two ways;
 * without it each thing runs beside itself and beside the next one in its list.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, type Player } from "#test/app.ts";
import { expectCleanBooks } from "#test/books.ts";
import { bodyOf } from "#test/calls.ts";
import { type Deed as DeedOf, isWhole, type Pairing, pairing, type State, unlessRefused } from "#test/pairs.ts";
import { confirm, provedPlayer } from "#test/server/claims/payouts-people.ts";

let pair: Pairing;
let on: Pairing["on"];
beforeAll(async () => {
  pair = await pairing();
  ({ on } = pair);
});
afterAll(() => pair.close());

interface Sale {
  golfer: Player;
  orderId: string;
  sessionId: string;
  claimId: string;
  attemptId: string;
}
type Deed = DeedOf<Sale>;

const admin = () => on.admin();

const params = ({ claimId: id }: Sale) => ({ params: { id } });
const refund =
  (amount?: number): Deed =>
  async ({ orderId: id }, at) =>
    at.as(await admin()).call(paymentRoutes.refundOrder, {
      params: { id },
      body: { reason: "Rain", ...(amount ? { amount } : {}) },
    });
const atGateway =
  (cents?: number): Deed =>
  async ({ attemptId }, at) => {
    await unlessRefused(pair.bank.refundByHand(attemptId, cents));
    await pair.tell(at);
  };
const dispute =
  (end?: "lost" | "won"): Deed =>
  async ({ attemptId }, at) => {
    const reference = await unlessRefused(pair.bank.openDispute(on.app.db, attemptId, "fraudulent"));
    if (reference && end) await pair.bank.closeDispute(reference, end);
    await pair.tell(at);
  };
const remove: Deed = async ({ golfer }, at) =>
  at.as(golfer).call(profileRoutes.deleteUser, { params: { id: golfer.id } });
const verify: Deed = async (sale, at) => at.as(await admin()).call(claimRoutes.verifyClaim, params(sale));
const reject: Deed = async (sale, at) =>
  at.as(await admin()).call(claimRoutes.rejectClaim, { ...params(sale), body: { reason: "Beside the hole" } });
const payPrize: Deed = async (sale, at) =>
  at.as(await admin()).call(claimRoutes.payClaim, { ...params(sale), body: { method: "check", reference: "7" } });
const forfeit: Deed = async (sale, at) =>
  at.as(await admin()).call(claimRoutes.forfeitClaim, { ...params(sale), body: { reason: "Under 18" } });
const cameBack: Deed = async (sale, at) =>
  at.as(await admin()).call(payoutRoutes.prizeCameBack, { ...params(sale), body: { reason: "Returned" } });
const release: Deed = async ({ orderId: id }, at) =>
  at.as(await admin()).call(paymentRoutes.releaseHold, { params: { id }, body: { reason: "It was seen to go in" } });
const start: Deed = async ({ golfer, orderId }, at) =>
  at.as(golfer).call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 7, orderId } });
const claimAgain: Deed = async ({ golfer, sessionId }, at) => claim(at.as(golfer), sessionId, "left");

/** Another state of an order, made of a new one. */
async function ahead(): Promise<Sale> {
  const golfer = await provedPlayer(on.app, "Pat Player");
  const { order } = (await buy(golfer, { start: false })).body;
  return { golfer, orderId: order.id, sessionId: "", claimId: "", attemptId: await attemptOf(order.id) };
}
async function pending(): Promise<Sale> {
  const { golfer, session, orderId, id } = await on.claimed();
  await bodyOf(golfer.call(playRoutes.completeSession, { params: { id: session.id } }));
  return { golfer, orderId, sessionId: session.id, claimId: id, attemptId: await attemptOf(orderId) };
}
async function due(): Promise<Sale> {
  const sale = await pending();
  expect((await on.decide(sale.claimId, "verify")).status).toBe(200);
  for (const seen of ["age_18", "tax_form"]) await confirm(await admin(), sale.claimId, seen);
  return sale;
}
async function paid(): Promise<Sale> {
  const sale = await due();
  expect(await payPrize(sale, pair.here)).toMatchObject({ status: 200 });
  return sale;
}
/** After other deeds, one after the other. */
const after =
  (make: () => Promise<Sale>, ...deeds: Deed[]) =>
  async () => {
    const sale = await make();
    for (const deed of deeds) await deed(sale, pair.here);
    return sale;
  };
const cancelThere: Deed = async ({ attemptId }, at) => {
  const made = "SELECT refund_id AS id FROM sandbox.refunds WHERE attempt_id = $1 AND failure IS NULL";
  // None, if somebody has just cancelled it.
  for (const { id } of (await on.app.db.pool.query(made, [attemptId])).rows)
    await unlessRefused(pair.bank.cancelByHand(id));
  await pair.tell(at);
};
const winAfterAll: Deed = async ({ attemptId }, at) => {
  // A bank may change a lost dispute, once; the sandbox's own desk cannot do that.
  const { rows } = await on.app.db.pool.query(
    "UPDATE sandbox.disputes SET status = 'open' WHERE attempt_id = $1 AND status = 'lost' RETURNING reference",
    [attemptId],
  );
  for (const { reference } of rows) await unlessRefused(pair.bank.closeDispute(reference, "won"));
  await pair.tell(at);
};

const attemptOf = async (orderId: string): Promise<string> =>
  (await on.app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId])).rows[0].id;

const states: Record<string, State<Sale>> = {
  "an order that is not started": [
    ahead,
    {
      "is refunded": refund(),
      "is started": start,
      "is disputed and lost": dispute("lost"),
      "is refunded at the gateway": atGateway(),
      "is refunded in part": refund(1),
      "is refunded in part there": atGateway(200),
      "is disputed": dispute(),
      "loses its golfer": remove,
    },
  ],
  "an order with a pending claim": [
    pending,
    {
      "is verified": verify,
      "is rejected": reject,
      "is refunded in part": refund(1),
      "is refunded at the gateway": atGateway(),
      "is disputed and lost": dispute("lost"),
      "is claimed again": claimAgain,
      "loses its golfer": remove,
    },
  ],
  "an order with a prize to pay": [
    due,
    {
      "is paid": payPrize,
      "is forfeited": forfeit,
      "is disputed and lost": dispute("lost"),
      "is refunded at the gateway": atGateway(),
      "is disputed": dispute(),
      "loses its golfer": remove,
    },
  ],
  "an order with a paid prize": [
    paid,
    {
      "has its payout returned": cameBack,
      "is disputed and lost": dispute("lost"),
      "loses its golfer": remove,
      "is refunded at the gateway": atGateway(),
      "is refunded in part": refund(1),
    },
  ],
  "an order that was refunded at the gateway": [
    after(pending, atGateway()),
    {
      "has that cancelled": cancelThere,
      "is released": release,
      "is verified": verify,
      "is rejected": reject,
      "is disputed and lost": dispute("lost"),
      "loses its golfer": remove,
    },
  ],
  "an order with a paid prize and a lost dispute": [
    after(paid, dispute("lost")),
    {
      "is won after all": winAfterAll,
      "has its payout returned": cameBack,
      "loses its golfer": remove,
      "is refunded at the gateway": atGateway(),
    },
  ],
  "an order that was rejected and refunded in part": [
    after(pending, reject, refund(1)),
    {
      "is refunded": refund(),
      "is refunded at the gateway": atGateway(),
      "is disputed and lost": dispute("lost"),
      "is refunded in part": refund(1),
      "loses its golfer": remove,
    },
  ],
};

test.each(Object.entries(states))("%s", { timeout: isWhole ? 900_000 : 120_000 }, async (_what, state) => {
  expect(await pair.play(state)).toEqual([]);
  await expectCleanBooks(on.app);
});
