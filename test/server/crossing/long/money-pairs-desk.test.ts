/**
 * As money-pairs.test.ts, with what a bank asks first, with refunds that the gateway has refused, and with what is paid
 * from the operator's bank.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { booksRoutes } from "#features/books/contract.ts";
import { adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { otherwiseRoutes } from "#features/payments/otherwise-contract.ts";
import { buy, type Player } from "#test/app.ts";
import { expectCleanBooks } from "#test/books.ts";
import { bodyOf } from "#test/calls.ts";
import { runJobs } from "#test/jobs.ts";
import { type Deed as DeedOf, isWhole, type Pairing, pairing, type State, unlessRefused } from "#test/pairs.ts";
import { administrator } from "#test/server/accounts/two-people-calls.ts";

let pair: Pairing;
let on: Pairing["on"];
let other: Player;
beforeAll(async () => {
  pair = await pairing();
  ({ on } = pair);
  other = await administrator(on.app, "Sonja Second");
  await on.app.db.pool.query("UPDATE courses SET range_share_bp = 1000 WHERE id = 1");
  await noteTerms(on.app.db, on.app.clock.now());
}, 60_000);
afterAll(() => pair.close());

interface Sale {
  golfer: Player;
  orderId: string;
  attemptId: string;
  /** A refund that the gateway refused. */
  refundId: string;
  /** What waits for a second administrator. */
  proposalId: number;
  /** A payment to the range. */
  paidId: string;
}
type Deed = DeedOf<Sale>;

const admin = () => on.admin();
const rows = async (query: string, id: string) => (await on.app.db.pool.query(query, [id])).rows;

async function bought(cardNumber: string): Promise<Sale> {
  const golfer = await on.app.player();
  await buy(golfer, { paymentInfo: { cardNumber } });
  const [order] = await rows(
    "SELECT o.id, p.id AS attempt FROM orders o JOIN payment_attempts p ON p.order_id = o.id WHERE o.user_id = $1",
    golfer.id,
  );
  return { golfer, orderId: order.id, attemptId: order.attempt, refundId: "", proposalId: 0, paidId: "" };
}

const asked = () => bought("4000 0027 6000 3184");
const answer =
  (approved: boolean): Deed =>
  async ({ attemptId }, at) => {
    await unlessRefused(pair.bank.answerChallenge(attemptId, approved));
    await pair.tell(at);
  };
const cancel: Deed = async ({ golfer, orderId: id }, at) =>
  at.as(golfer).call(paymentRoutes.cancelOrder, { params: { id } });
const check: Deed = async ({ golfer, orderId: id }, at) =>
  at.as(golfer).call(paymentRoutes.checkOrder, { params: { id } });
const buyAgain: Deed = async ({ golfer }, at) => buy(at.as(golfer));
const remove: Deed = async ({ golfer }, at) =>
  at.as(golfer).call(profileRoutes.deleteUser, { params: { id: golfer.id } });

/** The golfer's bank sends a refund back. */
async function refused(): Promise<Sale> {
  const sale = await bought("4000 0000 0000 5126");
  const params = { id: sale.orderId };
  await bodyOf((await admin()).call(paymentRoutes.refundOrder, { params, body: { amount: 3, reason: "Rain" } }));
  await runJobs(on.app);
  await pair.tell(pair.here);
  const [refund] = await rows("SELECT id, status FROM refunds WHERE order_id = $1", sale.orderId);
  expect(refund.status).toBe("failed");
  return { ...sale, refundId: refund.id };
}
const retry: Deed = async ({ refundId: id }, at) =>
  at.as(await admin()).call(paymentRoutes.retryRefund, { params: { id } });
const propose: Deed = async ({ refundId: id }, at) =>
  at.as(await admin()).call(otherwiseRoutes.proposeOtherwise, {
    params: { id },
    body: { method: "check", reference: "1042", paidOn: on.app.clock.now().toISOString().slice(0, 10) },
  });
async function proposed(): Promise<Sale> {
  const sale = await refused();
  const { body } = (await propose(sale, pair.here)) ?? {};
  return { ...sale, proposalId: body.proposal.id };
}
const decide =
  (deed: "approve" | "withdraw"): Deed =>
  async ({ proposalId }, at) =>
    at.as(other).raw("POST", `/api/admin/proposals/${proposalId}/${deed}`);
const refund: Deed = async ({ orderId: id }, at) =>
  at.as(await admin()).call(paymentRoutes.refundOrder, { params: { id }, body: { reason: "Rain" } });
const atGateway: Deed = async ({ attemptId }, at) => {
  await unlessRefused(pair.bank.refundByHand(attemptId, undefined));
  await pair.tell(at);
};
const lose: Deed = async ({ attemptId }, at) => {
  const reference = await unlessRefused(pair.bank.openDispute(on.app.db, attemptId, "fraudulent"));
  if (reference) await pair.bank.closeDispute(reference, "lost");
  await pair.tell(at);
};

const ofRange = { of: "range", courseId: 1 } as const;
const payable = async () =>
  (await bodyOf((await admin()).call(booksRoutes.getStatement, { params: ofRange }))).statement.payable;
/** All that is owed: a second one finds nothing left. */
const payRange: Deed = async (_sale, at) => {
  const month = on.app.clock.now().toISOString().slice(0, 7);
  const body = { month, amount: await payable(), reference: "WIRE 1" };
  if (body.amount === 0) return;
  return at.as(await admin()).call(booksRoutes.recordPayment, { params: ofRange, body });
};
const takeBack: Deed = async ({ paidId: id }, at) =>
  at.as(await admin()).call(booksRoutes.takePaymentBack, { params: { id }, body: { reason: "Returned" } });
/** The range has been paid for earlier sales, is owed something for this one, and half of that is to be taken from it. */
async function owing(): Promise<Sale> {
  const paid = await payRange(await bought("4242 4242 4242 4242"), pair.here);
  const sale = await bought("4242 4242 4242 4242");
  const body = { courseId: 1, account: "range_share", amount: -0.2, reason: "Counted anew" } as const;
  const { proposal } = await bodyOf((await admin()).call(adjustmentRoutes.proposeAdjustment, { body }), 202);
  return { ...sale, paidId: paid?.body.payment.id, proposalId: proposal.id };
}

const states: Record<string, State<Sale>> = {
  "an order about which a bank asks its golfer": [
    asked,
    {
      "is approved": answer(true),
      "is cancelled": cancel,
      "is denied": answer(false),
      "is looked at": check,
      "loses its golfer": remove,
      "is bought once more": buyAgain,
    },
  ],
  "an order with a refund that was refused": [
    refused,
    {
      "has it tried again": retry,
      "has it proposed from the bank": propose,
      "is refunded": refund,
      "is refunded at the gateway": atGateway,
      "is disputed and lost": lose,
      "loses its golfer": remove,
    },
  ],
  "an order with a refund that is to be paid from the bank": [
    proposed,
    {
      "has it approved": decide("approve"),
      "has it tried again": retry,
      "has it withdrawn": decide("withdraw"),
      "is refunded at the gateway": atGateway,
      "is disputed and lost": lose,
      "is refunded": refund,
    },
  ],
  "an order of which the range is owed its share": [
    owing,
    {
      "has it paid": payRange,
      "has it adjusted": decide("approve"),
      "has the payment before it taken back": takeBack,
      "is refunded": refund,
      "is disputed and lost": lose,
    },
  ],
};

test.each(Object.entries(states))("%s", { timeout: isWhole ? 900_000 : 120_000 }, async (_what, state) => {
  expect(await pair.play(state)).toEqual([]);
  await expectCleanBooks(on.app);
});
