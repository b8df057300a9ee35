/** Payouts as the API and the files show them. */
import { formatPlayerId } from "#features/accounts/rules.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Payout, PlayerTotal } from "../payout-contract.ts";
import { methodWords, waitWords } from "../rules.ts";
import { payoutStatusOf, type WaitingRow } from "./payout-list.ts";
import type { PlayerTotalRow } from "./payout-store.ts";

export function toPayout(row: WaitingRow): Payout {
  const { claim } = row;
  const guest = claim.onGuestRow;
  return {
    claimId: claim.id,
    status: payoutStatusOf(row),
    playerId: guest ? null : formatPlayerId(row.player.id),
    playerName: guest ? claim.playerName : row.player.name,
    guestOf: guest ? row.buyerName : null,
    courseId: claim.courseId,
    courseName: row.courseName,
    targetHole: claim.targetHole,
    prizeType: claim.prizeType,
    prizeAmount: toDollars(claim.prizeAmountCents),
    statedValue: toDollars(claim.statedValueCents),
    prizeDescription: claim.prizeDescription,
    freeShot: claim.freeShot,
    teeTime: row.teeTime?.toISOString() ?? null,
    // A payout is due from the verdict on; only verified claims have a payout.
    dueSince: (claim.decidedAt ?? row.at).toISOString(),
    waitsFor: row.waitsFor,
    approvedBy: row.approvedBy,
    paidAt: claim.paidAt?.toISOString() ?? null,
    paymentMethod: claim.paymentMethod,
    paymentReference: claim.paymentReference,
    forfeitedAt: claim.forfeitedAt?.toISOString() ?? null,
    forfeitReason: claim.forfeitedAt ? (row.settled?.note ?? null) : null,
    settledBy: row.settled?.by ?? null,
  };
}

/** @param aboveCents the year's threshold */
export function toPlayerTotal(row: PlayerTotalRow, aboveCents: number): PlayerTotal {
  const guest = row.guestClaimId !== null;
  return {
    playerId: guest ? null : formatPlayerId(row.player.id),
    playerName: row.guestName ?? row.player.name,
    guestOf: guest ? row.player.name : null,
    claimId: row.guestClaimId,
    cashPaid: toDollars(row.cashCents),
    otherPrizesValue: toDollars(row.otherCents),
    count: row.count,
    threshold: toDollars(aboveCents),
    aboveThreshold: row.cashCents + row.otherCents > aboveCents,
    taxFormReceived: row.taxFormReceived,
    taxForm: row.taxForm,
  };
}

export const payoutHeader = [
  "Claim",
  "Status",
  "Player",
  "Player ID",
  "Guest of",
  "Course",
  "Hole",
  "Prize",
  "Prize type",
  "Amount (USD)",
  "Stated value (USD)",
  "Free shot",
  "Due since (UTC)",
  "Waits for",
  "Approved by",
  "Paid at (UTC)",
  "Method",
  "Reference",
  "Forfeited at (UTC)",
  "Forfeit reason",
  "Settled by",
] as const;

export function toPayoutLine(row: WaitingRow): CsvRow {
  const payout = toPayout(row);
  return [
    payout.claimId,
    payout.status,
    payout.playerName,
    payout.playerId,
    payout.guestOf,
    payout.courseName,
    payout.targetHole,
    payout.prizeDescription,
    payout.prizeType === "monetary" ? "cash" : "other",
    payout.prizeAmount,
    payout.statedValue,
    payout.freeShot ? "yes" : "no",
    payout.dueSince,
    payout.waitsFor.map((wait) => waitWords[wait]).join("; "),
    payout.approvedBy?.name ?? null,
    payout.paidAt,
    payout.paymentMethod && methodWords[payout.paymentMethod],
    payout.paymentReference,
    payout.forfeitedAt,
    payout.forfeitReason,
    payout.settledBy,
  ];
}

export const totalHeader = [
  "Year",
  "Player",
  "Player ID",
  "Guest of",
  "Guest's claim",
  "Cash paid (USD)",
  "Other prizes' value (USD)",
  "Total (USD)",
  "Prizes paid",
  "Threshold (USD)",
  "Above threshold",
  "Tax form received",
  "Tax form",
] as const;

export function toTotalLine(year: number, total: PlayerTotal): CsvRow {
  return [
    year,
    total.playerName,
    total.playerId,
    total.guestOf,
    total.claimId,
    total.cashPaid,
    total.otherPrizesValue,
    toDollars(Math.round((total.cashPaid + total.otherPrizesValue) * 100)),
    total.count,
    total.threshold,
    total.aboveThreshold ? "yes" : "no",
    total.taxFormReceived ? "yes" : "no",
    total.taxForm,
  ];
}
