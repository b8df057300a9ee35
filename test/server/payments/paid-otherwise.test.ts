/** A refund that the gateway will not make is paid from the bank by two administrators, once, whatever comes between. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { otherwiseRoutes } from "#features/payments/otherwise-contract.ts";
import { reconciliationRoutes } from "#features/payments/reconciliation-contract.ts";
import { type Gateway, RefundRefused, UnknownOutcome } from "#features/payments/server/gateway.ts";
import { recheckRefunds } from "#features/payments/server/pay-back.ts";
import type { Sandbox } from "#features/payments/server/sandbox.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { findingsIn } from "#main/server/audit-checks.ts";
import { buy, freshApp, noClaims, orderOf, type Player, type Reply, type TestApp } from "#test/app.ts";
import { atOnce } from "#test/at-once.ts";
import { transfersOf } from "#test/books.ts";
import { bankOf } from "#test/disputing.ts";
import { bodyOf } from "#test/calls.ts";
import { administrator, approve, codeOf, operator, withdraw } from "#test/server/accounts/two-people-calls.ts";

let app: TestApp;
let bank: Sandbox;
let sendNews: () => Promise<void>;
let admin: Player;
let other: Player;
/** Whether the gateway pays refunds back. */
let pays = false;
let isAway = false;
/** The gateway refuses when this is over. */
let thinks = Promise.resolve();

function refusing(real: Gateway): Gateway {
  return {
    ...real,
    refundsOf: (attempt) => (isAway ? Promise.reject(new UnknownOutcome("away")) : real.refundsOf(attempt)),
    refund: (call) =>
      pays ? real.refund(call) : thinks.then(() => Promise.reject(new RefundRefused("The card is closed"))),
  };
}

beforeAll(async () => {
  app = await freshApp({ gateway: refusing });
  ({ bank, sendNews } = bankOf(app));
  admin = await app.signIn("admin@acebay.test");
  other = await administrator(app, "Sonja Second");
}, 60_000);
afterAll(() => app.close());

const rows = async (query: string, values: unknown[] = []) => (await app.db.pool.query(query, values)).rows;
const statusOf = async (id: string): Promise<string> =>
  (await rows("SELECT status FROM refunds WHERE id = $1", [id]))[0].status;
/** Another call that holds it when it is to be paid leaves it to the job. */
async function becomes(id: string, status: string) {
  if ((await statusOf(id)) !== status) await app.jobs.runAll();
  await expect.poll(() => statusOf(id)).toBe(status);
}
const today = () => app.clock.now().toISOString().slice(0, 10);

/** A refund of an order that the gateway refuses. */
async function refusedRefund(amount?: number) {
  const golfer = await app.player();
  const { order } = (await buy(golfer)).body;
  await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { amount, reason: "Rain" } });
  const [refund] = await rows("SELECT id, payment_id FROM refunds WHERE order_id = $1", [order.id]);
  const found: { id: string; paymentId: string } = { id: refund.id, paymentId: refund.payment_id };
  await becomes(found.id, "failed");
  return { golfer, order, ...found };
}
const propose = (id: string, change: object = {}): Promise<Reply> =>
  admin.call(otherwiseRoutes.proposeOtherwise, {
    params: { id },
    body: { method: "check", reference: "1042", paidOn: today(), ...change },
  });
const retry = (id: string) => admin.call(paymentRoutes.retryRefund, { params: { id } });
const troubles = () => bodyOf(admin.call(paymentRoutes.listPaymentTroubles));
const overpaid = async () => (await troubles()).overpaid;
const kindsOf = async (orderId: string) => (await transfersOf(app, orderId)).map(([kind]) => kind);
const lockOf = (orderId: string) => `SELECT 1 FROM orders WHERE id = '${orderId}' FOR NO KEY UPDATE`;
/** The gateway pays all the same what it has refused. */
async function payAfterAll({ id, paymentId, cents = 500 }: { id: string; paymentId: string; cents?: number }) {
  const attempt = { attemptId: paymentId, amountCents: 500, reference: null };
  await bank.refund({ key: id, refundId: id, attempt, amountCents: cents });
}
const nothing = () => undefined;
const lookAgain = () =>
  recheckRefunds({ ...app, gateway: bank, claims: noClaims, announce: nothing, productName: "", onFailure: nothing });

async function lettersTo({ email }: Player): Promise<string[]> {
  const { body: mails } = await app.browser().raw("GET", "/dev/outbox.json");
  return mails.filter(({ to }: { to: string }) => to === email).map(({ text }: { text: string }) => text);
}

describe("a refused refund", () => {
  test("is paid from the bank once a second administrator approves it, and everybody reads how", async () => {
    const { golfer, order, id } = await refusedRefund();
    const proposed = await propose(id);
    expect(proposed).toMatchObject({
      status: 202,
      body: { proposal: { summary: `Refund $5.00 of order ${order.number} from the bank: check 1042 of ${today()}` } },
    });
    expect((await troubles()).refunds.find((one) => one.id === id)?.proposal).toBe(proposed.body.proposal.id);
    expect(codeOf(await approve(admin, proposed))).toBe("proposals.own");
    expect(await statusOf(id)).toBe("failed");
    expect((await approve(other, proposed)).status).toBe(200);
    expect((await transfersOf(app, order.id)).at(-1)).toEqual([
      "refund_paid_otherwise",
      { refunds_payable: 500, bank: -500 },
    ]);
    const paid = { method: "check", reference: "1042", paidOn: today() };
    expect(await orderOf(golfer, order.id)).toMatchObject({ status: "refunded", refunds: [{ paidOtherwise: paid }] });
    await app.jobs.runAll();
    const { receipt } = await bodyOf(golfer.call(receiptRoutes.getReceipt, { params: { id: order.id } }));
    expect(receipt.refunds).toMatchObject([{ state: "returned", paidOtherwise: paid }]);
    const file = await bodyOf(admin.call(orderSearchRoutes.getOrderFile, { params: { id: order.id } }));
    expect(file.order.refunds).toMatchObject([{ status: "paid_otherwise", paidOtherwise: paid, proposal: null }]);
    expect((await troubles()).refunds.map((one) => one.id)).not.toContain(id);
    expect(await lettersTo(golfer)).toContainEqual(expect.stringContaining("We pay it by check instead, number 1042."));
    expect(codeOf(await retry(id))).toBe("payments.refund_not_failed");
    expect(codeOf(await propose(id))).toBe("payments.refund_not_failed");
    const { settlement } = await bodyOf(admin.call(reportRoutes.getSettlement, { params: { courseId: 1 } }));
    expect(settlement.check).toEqual({ addsUp: true, differences: [] });
    const lines = settlement.sections.flatMap((section) => section.lines);
    const amounts = ["refundsOtherwise", "bankRefunds"].map((key) => lines.find((line) => line.key === key)?.amount);
    expect(amounts).toEqual([-5, -5]);
    const list = await bodyOf(admin.call(reconciliationRoutes.getReconciliation));
    expect(list).toMatchObject({ differences: [], unexplained: 0 });
  });

  test.each([
    [{ reference: " " }, 400],
    [{ method: "cash" }, 400],
    [{ paidOn: "2026-02-30" }, 400],
    [{ paidOn: "2999-01-01" }, 400],
    [{ paidOn: "2020-01-01" }, 400],
  ])("is not paid otherwise with %o", async (change, status) => {
    const { id } = await refusedRefund();
    expect((await propose(id, change)).status).toBe(status);
    expect(await statusOf(id)).toBe("failed");
  });

  test("is not proposed while the gateway cannot be asked, and the operator at the server may approve it", async () => {
    const { golfer, id } = await refusedRefund();
    await app.db.pool.query("UPDATE users SET language = 'es' WHERE id = $1", [golfer.id]);
    isAway = true;
    expect(codeOf(await propose(id))).toBe("payments.gateway_away");
    isAway = false;
    const proposed = await propose(id, { method: "transfer", reference: "SEPA 7" });
    isAway = true;
    expect(codeOf(await approve(other, proposed))).toBe("payments.gateway_away");
    isAway = false;
    await app.owner.pool.query("UPDATE users SET role = 'player' WHERE id = $1", [other.id]);
    await operator(app, "approve", String(proposed.body.proposal.id));
    await app.owner.pool.query("UPDATE users SET role = 'admin' WHERE id = $1", [other.id]);
    expect(await statusOf(id)).toBe("paid_otherwise");
    expect(await lettersTo(golfer)).toContainEqual(
      expect.stringContaining("Te lo pagamos por transferencia bancaria, referencia SEPA 7."),
    );
  });
});

describe("nobody is paid twice", () => {
  test("a retry and a proposal at once: the later of the two is refused", async () => {
    const [one, two] = [await refusedRefund(), await refusedRefund()];
    const proposal = [() => propose(one.id), () => retry(one.id)] as const;
    const [first, second] = await atOnce(app, lockOf(one.order.id), ...proposal);
    expect([first.status, codeOf(second)]).toEqual([202, "otherwise.proposed"]);
    // Until the proposal is answered: a refund that has failed again may be proposed again.
    const { promise, resolve } = Promise.withResolvers<void>();
    thinks = promise;
    const retrial = [() => retry(two.id), () => propose(two.id).finally(resolve)] as const;
    const [again, late] = await atOnce(app, lockOf(two.order.id), ...retrial);
    expect([again.status, codeOf(late)]).toEqual([200, "payments.refund_not_failed"]);
    await becomes(two.id, "failed");
    await withdraw(other, first);
    pays = true;
    expect((await retry(one.id)).status).toBe(200);
    await becomes(one.id, "settled");
    pays = false;
    expect(codeOf(await approve(other, first))).toBe("proposals.decided");
    expect(codeOf(await propose(one.id))).toBe("payments.refund_not_failed");
  });

  test("two proposals, and two approvals at once: one of each counts", async () => {
    const { order, id } = await refusedRefund();
    const [proposed, second] = await atOnce(
      app,
      lockOf(order.id),
      () => propose(id),
      () => propose(id.toUpperCase(), { reference: "1043" }),
    );
    expect(codeOf(second)).toBe("otherwise.proposed");
    const replies = await atOnce(
      app,
      lockOf(order.id),
      () => approve(other, proposed),
      () => approve(other, proposed),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    expect((await kindsOf(order.id)).filter((kind) => kind === "refund_paid_otherwise")).toHaveLength(1);
  });

  test("a refund that the gateway paid while it was proposed is settled, and its approval is refused", async () => {
    const { order, id, paymentId } = await refusedRefund();
    const proposed = await propose(id);
    await payAfterAll({ id, paymentId });
    const reply = await approve(other, proposed);
    expect(codeOf(reply)).toBe("proposals.overtaken");
    expect(reply.body.error.message).toContain("stop a check");
    expect(await kindsOf(order.id)).toEqual(["capture", "refund", "refund_settled"]);
    await withdraw(other, proposed);
  });

  test("jobs do not send a refund that is proposed or paid otherwise", async () => {
    const { id } = await refusedRefund();
    const proposed = await propose(id);
    pays = true;
    await app.jobs.runAll();
    expect(await statusOf(id)).toBe("failed");
    await approve(other, proposed);
    await app.jobs.runAll();
    pays = false;
    expect(await statusOf(id)).toBe("paid_otherwise");
    expect(
      await rows("SELECT 1 FROM sandbox.refunds WHERE refund_id LIKE $1 || '%' AND failure IS NULL", [id]),
    ).toEqual([]);
  });

  test("a dispute that takes the money back while it is proposed refuses the approval; a retry then drops it", async () => {
    const { order, id, paymentId } = await refusedRefund();
    const proposed = await propose(id);
    await bank.openDispute(app.db, paymentId, "fraudulent");
    await app.jobs.runAll();
    expect(codeOf(await approve(other, proposed))).toBe("otherwise.disputed");
    expect(codeOf(await propose(id))).toBe("otherwise.disputed");
    await withdraw(other, proposed);
    await retry(id);
    await becomes(id, "dropped");
    expect((await kindsOf(order.id)).at(-1)).toBe("refund_dropped");
  });

  test("a dispute and an approval at once: whoever comes second sees the first", async () => {
    const { order, id, paymentId } = await refusedRefund();
    const proposed = await propose(id);
    const [approved] = await atOnce(
      app,
      lockOf(order.id),
      () => approve(other, proposed),
      async () => {
        await bank.openDispute(app.db, paymentId, "fraudulent");
        await sendNews();
      },
    );
    expect(approved.status).toBe(200);
    expect(await kindsOf(order.id)).toEqual(["capture", "refund", "refund_paid_otherwise", "chargeback"]);
    expect(await overpaid()).toContainEqual({ orderId: order.id, orderNumber: order.number, amount: 5, twice: false });
    // The bank gives it back: these books are sound again.
    const [{ reference }] = await rows("SELECT reference FROM disputes WHERE payment_id = $1", [paymentId]);
    await bank.closeDispute(reference, "won");
    await app.jobs.runAll();
    expect((await overpaid()).map(({ orderId }) => orderId)).not.toContain(order.id);
  });

  test.each([
    ["all of the order", undefined, 5],
    ["a part of it", 2, 2],
  ])("when the gateway pays %s after all, both are booked, and the desk lists it", async (_what, amount, twice) => {
    const { order, id, paymentId } = await refusedRefund(amount);
    await approve(other, await propose(id));
    await payAfterAll({ id, paymentId, cents: twice * 100 });
    await lookAgain();
    expect((await kindsOf(order.id)).slice(-2)).toEqual(["refund", "refund_settled"]);
    expect(await overpaid()).toContainEqual({
      orderId: order.id,
      orderNumber: order.number,
      amount: twice,
      twice: true,
    });
    const file = await bodyOf(admin.call(orderSearchRoutes.getOrderFile, { params: { id: order.id } }));
    expect(Object.fromEntries(file.order.refunds.map((refund) => [refund.status, refund.twice]))).toEqual({
      paid_otherwise: false,
      settled: true,
    });
    const found = await findingsIn(app.db, { now: app.clock.now() });
    expect(found.filter(({ violations }) => violations > 0)).toEqual([]);
    expect(found.flatMap(({ notes = [] }) => notes)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^order ${order.number}, refund ${id} of ${twice}00 cents was paid by check 1042, and the gateway has paid it once more`,
        ),
      ),
    );
    // It comes back from there: nobody owes it a second time.
    await app.owner.pool.query("UPDATE sandbox.refunds SET failure = 'Came back' WHERE refund_id = $1", [id]);
    await lookAgain();
    expect((await troubles()).refunds.map(({ orderId }) => orderId)).not.toContain(order.id);
    expect((await overpaid()).map(({ orderId }) => orderId)).not.toContain(order.id);
  });
});
