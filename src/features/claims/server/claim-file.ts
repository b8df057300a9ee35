/** Claims as a file. */
import type { CsvRow } from "#platform/shared/csv.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { ClaimSort } from "../contract.ts";
import type { ClaimDeps } from "./deps.ts";
import * as store from "./store.ts";

/** Rows loaded at once. */
const BATCH = 500;

export const claimHeader = [
  "Claim",
  "Status",
  "Player",
  "Course",
  "Bay",
  "Hole",
  "Prize",
  "Amount (USD)",
  "Free shot",
  "Claimed at (UTC)",
  "Contact by (UTC)",
  "Seen by staff",
  "Decided at (UTC)",
  "Decided by",
  "Rejection reason",
  "Payout",
  "Refunded of its payment (USD)",
] as const;

/** All claims of a filter, in its order, loaded while the reader reads. */
export async function* claimLines(
  { db }: ClaimDeps,
  filter: store.ClaimScope & { sort: ClaimSort },
): AsyncGenerator<CsvRow> {
  let beyond: string | undefined;
  while (true) {
    const rows = await store.readPage(db, { ...filter, beyond, limit: BATCH });
    for (const row of rows) yield toLine(row);
    beyond = rows.at(-1)?.claim.id;
    if (beyond === undefined || rows.length < BATCH) return;
  }
}

function toLine({ claim, courseName, decidedByName, seen, refundedCents }: store.ClaimView): CsvRow {
  return [
    claim.id,
    claim.status,
    claim.playerName,
    courseName,
    claim.bayNumber,
    claim.targetHole,
    claim.prizeDescription,
    toDollars(claim.prizeAmountCents),
    claim.freeShot ? "yes" : "no",
    claim.createdAt.toISOString(),
    claim.dueAt.toISOString(),
    seen === null ? null : seen ? "yes" : "no",
    claim.decidedAt?.toISOString() ?? null,
    decidedByName,
    claim.rejectionReason,
    claim.payoutStatus,
    toDollars(refundedCents),
  ];
}
