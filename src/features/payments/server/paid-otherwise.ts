/**
 * Refunds that the gateway will not make, such as those to a closed card: the operator pays them from the bank. One
 * administrator proposes it, and another one's approval books it. While it is proposed nobody asks the gateway to pay.
 */
import type { Proposal } from "#features/accounts/proposal-contract.ts";
import { refuseProposal } from "#features/accounts/proposal-contract.ts";
import { type ProposalDeed, type ProposalDeps, propose } from "#features/accounts/server/proposals.ts";
import { findUser } from "#features/accounts/server/store.ts";
import type { PaidOtherwise } from "#features/orders/contract.ts";
import { lockOrder, type OrderRow } from "#features/orders/server/store.ts";
import { otherwiseText } from "#features/orders/rules.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import { instantOf, localDay } from "#platform/shared/days.ts";
import { formatCents } from "#platform/shared/money.ts";
import { refuse } from "../contract.ts";
import { type otherwiseRoutes, refuseOtherwise } from "../otherwise-contract.ts";
import type { PaymentDeps } from "./deps.ts";
import { UnknownOutcome } from "./gateway.ts";
import { otherwiseLetter } from "./letters.ts";
import { payOtherwise } from "./refund-moves.ts";
import * as refundStore from "./refund-store.ts";
import * as store from "./store.ts";
import { syncRefunds } from "./sync-refunds.ts";

const OVERTAKEN =
  "The payment service was asked for this refund again, or has paid it. Withdraw this, and stop a check that is on its way.";

interface Wish extends PaidOtherwise {
  refundId: string;
  orderNumber: number;
  amountCents: number;
  /** The refund's newest try: a retry since then overtakes the proposal. */
  tries: number;
}

export function otherwiseHandlers(deps: PaymentDeps & ProposalDeps): Handlers<typeof otherwiseRoutes> {
  return {
    proposeOtherwise: async ({ caller, params, body }) => ({
      status: 202,
      body: { proposal: await proposeOtherwise(deps, caller, params.id, body) },
    }),
  };
}

/**
 * @throws payments.refund_not_found, refund_not_failed, gateway_away, otherwise.proposed, otherwise.disputed,
 * otherwise.day
 */
async function proposeOtherwise(
  deps: PaymentDeps & ProposalDeps,
  caller: Caller,
  refundId: string,
  paid: PaidOtherwise,
): Promise<Proposal> {
  await askGateway(deps, refundId);
  return deps.db.transaction(async (tx) => {
    const { order, refund } = (await lockFailed(tx, refundId)) ?? {};
    if (!order || !refund) throw refuse("payments.refund_not_failed");
    if ((await refundStore.proposedOtherwise(tx, deps.clock.now())).has(refundId))
      throw refuseOtherwise("otherwise.proposed");
    const zone = await store.zoneOf(tx, order.courseId);
    const [first, last] = [localDay(refund.createdAt, zone), localDay(deps.clock.now(), zone)];
    if (paid.paidOn < first || paid.paidOn > last) throw refuseOtherwise("otherwise.day");
    const { number: orderNumber } = order;
    const { amountCents, tries } = refund;
    const detail: Wish = { ...paid, refundId, orderNumber, amountCents, tries };
    return propose(deps, tx, caller, { kind: "refund_otherwise", detail: { ...detail } });
  });
}

/**
 * Books what the gateway has paid of a refund's payment meanwhile: a try that it refused may have been paid all the
 * same. Called before each of the two steps, outside their transactions.
 * @throws payments.refund_not_found, payments.gateway_away
 */
export async function askGateway(deps: PaymentDeps, refundId: string): Promise<void> {
  const refund = await refundStore.findRefund(deps.db, refundId);
  const attempt = refund && (await store.findAttempt(deps.db, refund.paymentId));
  if (!attempt) throw refuse("payments.refund_not_found");
  await syncRefunds(deps, attempt).catch((error: unknown) => {
    throw error instanceof UnknownOutcome ? refuse("payments.gateway_away", { retryAfter: 60, why: "gateway" }) : error;
  });
}

/** @param deps.checkGateway `askGateway`; undefined at the server's own command, which has no gateway */
export function otherwiseDeed(
  deps: Pick<PaymentDeps, "clock" | "mailer" | "productName"> & {
    checkGateway: ((refundId: string) => Promise<void>) | undefined;
  },
): ProposalDeed {
  const wishOf = (detail: object) => detail as Wish; // Written by `proposeOtherwise`.
  return {
    summary: ({ detail }) => {
      const { amountCents, orderNumber, ...paid } = wishOf(detail);
      const amount = formatCents(amountCents);
      const way = paid.method === "check" ? "cheque" : "transferencia";
      return {
        en: `Refund ${amount} of order ${orderNumber} from the bank: ${otherwiseText(paid)}`,
        es: `Reembolsar ${amount} del pedido ${orderNumber} desde el banco: ${way} ${paid.reference} del ${paid.paidOn}`,
      };
    },
    prepare: async ({ detail }) => deps.checkGateway?.(wishOf(detail).refundId),
    perform: async (tx, row, by) => {
      const { refundId, tries, amountCents, method, reference, paidOn } = wishOf(row.detail);
      const { order, refund } = (await lockFailed(tx, refundId)) ?? {};
      if (!order || refund?.tries !== tries) throw refuseProposal("proposals.overtaken", { message: OVERTAKEN });
      const at = deps.clock.now();
      const factAt = instantOf(paidOn, 0, 0, await store.zoneOf(tx, order.courseId));
      const paid = { method, reference, paidOn };
      const detail = { refundId, amountCents, ...paid, proposal: row.id };
      await note(tx, { actorId: by, action: "refund.paid_otherwise", subject: order.id, detail, at });
      await mailGolfer(deps, tx, order, amountCents, paid);
      await payOtherwise(tx, order, refund, { ...paid, proposalId: row.id, at, factAt });
    },
  };
}

/**
 * A refund that waits for a person, with its order; undefined for one that does not. Order, payment and refund are
 * locked.
 * @throws payments.refund_not_found, otherwise.disputed
 */
async function lockFailed(tx: Db, refundId: string): Promise<{ order: OrderRow; refund: store.RefundRow } | undefined> {
  const found = await refundStore.findRefund(tx, refundId);
  if (!found) throw refuse("payments.refund_not_found");
  const order = await lockOrder(tx, found.orderId);
  const attempt = await store.lockAttempt(tx, found.paymentId);
  const refund = await refundStore.lockRefund(tx, refundId);
  if (refund.status !== "failed") return undefined;
  if ((await store.refundable(tx, attempt)) < 0) throw refuseOtherwise("otherwise.disputed");
  return { order, refund };
}

/** Tells the golfer, who is not asked to wait for the card any more. */
async function mailGolfer(
  deps: Pick<PaymentDeps, "mailer" | "productName">,
  tx: Db,
  order: OrderRow,
  amount: number,
  paid: PaidOtherwise,
): Promise<void> {
  const player = await findUser(tx, order.userId);
  // A deleted account has no address any more.
  if (!player || player.deletedAt) return;
  const content = { amount, order, ...paid };
  await deps.mailer.post(tx, otherwiseLetter(player, content, deps.productName), player.id);
}
