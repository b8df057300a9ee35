/** One order's file as the wire shows it. */
import { formatPlayerId } from "#features/accounts/rules.ts";
import { otherwiseOf } from "#features/orders/server/view.ts";
import type { Claim } from "#features/play/contract.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { OrderFile } from "../order-contract.ts";
import type { OrderFileRows } from "./order-file-store.ts";

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

/** @param last4 the last four digits of the cards, by payment */
export function toOrderFile(
  rows: OrderFileRows,
  claims: readonly Claim[],
  last4: ReadonlyMap<string, string>,
): OrderFile {
  const { order, player, course, session, proposed } = rows;
  return {
    id: order.id,
    number: order.number,
    receiptNumber: rows.receiptNumber,
    status: order.status,
    held: rows.held,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    player: {
      id: player.id,
      userId: formatPlayerId(player.playerId),
      name: player.name,
      email: player.email,
      phone: player.phone,
    },
    course: { id: course.id, name: course.name, timeZone: course.timeZone },
    packageName: order.packageName,
    packageType: order.packageType,
    ballCount: order.ballCount,
    bayNumber: order.bayNumber,
    purchaseContext: order.purchaseContext,
    termsVersion: order.termsVersion,
    amount: toDollars(order.amountCents),
    tax:
      order.taxLabel === null
        ? null
        : { label: order.taxLabel, rate: order.taxRateMilli / 1000, amount: toDollars(order.taxCents) },
    jackpotShare: toDollars(order.jackpotShareCents),
    rangeShare: toDollars(order.rangeShareCents),
    refundable: toDollars(rows.refundableCents),
    payments: rows.payments.map((payment) => ({
      id: payment.id,
      method: payment.method,
      last4: last4.get(payment.id) ?? null,
      amount: toDollars(payment.amountCents),
      status: payment.status,
      failureCode: payment.failureCode,
      failureMessage: payment.failureMessage,
      createdAt: payment.createdAt.toISOString(),
      resolvedAt: payment.resolvedAt?.toISOString() ?? null,
    })),
    refunds: rows.refunds.map(({ refund, actor, releaser }) => ({
      id: refund.id,
      amount: toDollars(refund.amountCents),
      reason: refund.reason,
      status: refund.status,
      actor,
      origin: refund.origin,
      failure: refund.failure,
      createdAt: refund.createdAt.toISOString(),
      settledAt: refund.settledAt?.toISOString() ?? null,
      paidOtherwise: otherwiseOf(refund),
      proposal: proposed.get(refund.id) ?? null,
      twice: refund.repeats !== null,
      released:
        refund.releasedAt && refund.releaseReason
          ? { by: releaser, reason: refund.releaseReason, at: refund.releasedAt.toISOString() }
          : null,
    })),
    disputes: rows.disputes.map((dispute) => ({
      id: dispute.id,
      amount: toDollars(dispute.amountCents),
      status: dispute.status,
      reason: dispute.reason,
      createdAt: dispute.createdAt.toISOString(),
      resolvedAt: dispute.resolvedAt?.toISOString() ?? null,
    })),
    transfers: rows.transfers.map(({ id, kind, createdAt, entries }) => ({
      id,
      kind,
      createdAt,
      entries: entries.map(({ account, cents }) => ({ account, amount: toDollars(cents) })),
    })),
    session: session
      ? {
          id: session.id,
          status: session.status,
          bayNumber: session.bayNumber,
          players: rows.sessions.length,
          ballsLeft: sum(rows.sessions.map(({ ballsLeft }) => ballsLeft)),
          ballsBought: sum(rows.sessions.map(({ ballsBought }) => ballsBought)),
          shots: sum(rows.sessions.map(({ shotCount }) => shotCount)),
          startedAt: session.startedAt.toISOString(),
          endedAt: session.endedAt?.toISOString() ?? null,
        }
      : null,
    claims: claims.map((claim) => ({
      id: claim.id,
      playerName: claim.playerName,
      targetHole: claim.targetHole,
      prizeDescription: claim.prizeDescription,
      verificationStatus: claim.verificationStatus,
      payoutStatus: claim.payoutStatus,
      createdAt: claim.createdAt,
    })),
  };
}
