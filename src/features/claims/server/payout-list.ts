/** Lists of payouts. The rules decide which due payouts wait, so due payouts are loaded and sorted here. */
import type { Place } from "#platform/server/db/cursor.ts";
import type { PayoutWait } from "../contract.ts";
import type { PayoutStatus } from "../payout-contract.ts";
import type { TaxYear } from "../rules.ts";
import type { ClaimDeps } from "./deps.ts";
import { type PayoutRow, type PayoutScope, type PayoutSums, readDue, readPayouts, sumPayouts } from "./payout-store.ts";
import { readWaits } from "./waits.ts";

/** Rows loaded at once. */
const BATCH = 500;

export interface PayoutFilter {
  status: PayoutStatus | undefined;
  year: TaxYear | undefined;
}

/** A payout, and the facts for which it waits. */
export type WaitingRow = PayoutRow & { waitsFor: PayoutWait[] };

export function payoutStatusOf({ claim, waitsFor }: WaitingRow): PayoutStatus {
  if (claim.payoutStatus === "paid" || claim.payoutStatus === "forfeited") return claim.payoutStatus;
  return waitsFor.length > 0 ? "waiting" : "ready";
}

export function placeOf({ at, claim }: PayoutRow): Place {
  return { at, id: claim.id };
}

/** All payouts of a filter, oldest first, loaded while the reader reads. */
export async function* walkPayouts(deps: ClaimDeps, filter: PayoutFilter): AsyncGenerator<WaitingRow> {
  const { scope, wants } = plan(filter);
  let beyond: Place | undefined;
  while (true) {
    const rows = await readPayouts(deps.db, { ...scope, order: "oldest", beyond, limit: BATCH });
    yield* (await withWaits(deps, rows)).filter(wants);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    beyond = placeOf(last);
  }
}

/**
 * One page after a place in the list, and the sums of all pages. Waiting and ready payouts come oldest first, because
 * they are work to do; others newest first.
 */
export async function pageOfPayouts(
  deps: ClaimDeps,
  filter: PayoutFilter,
  page: { beyond: Place | undefined; limit: number },
): Promise<{ rows: WaitingRow[]; more: boolean; sums: PayoutSums }> {
  const found = isDue(filter.status) ? await pageOfDue(deps, filter, page) : await pageOfRest(deps, filter, page);
  return { ...found, rows: found.rows.slice(0, page.limit), more: found.rows.length > page.limit };
}

interface Page {
  beyond: Place | undefined;
  limit: number;
}

async function pageOfRest(deps: ClaimDeps, filter: PayoutFilter, { beyond, limit }: Page) {
  const { scope } = plan(filter);
  const rows = await readPayouts(deps.db, { ...scope, order: "newest", beyond, limit: limit + 1 });
  return { rows: await withWaits(deps, rows), sums: await sumPayouts(deps.db, scope) };
}

async function pageOfDue(deps: ClaimDeps, filter: PayoutFilter, { beyond, limit }: Page) {
  const rows: WaitingRow[] = [];
  const sums = { count: 0, cashCents: 0, otherPrizes: 0, otherCents: 0 };
  for await (const row of walkPayouts(deps, filter)) {
    const { prizeType, prizeAmountCents, statedValueCents } = row.claim;
    sums.count += 1;
    if (prizeType === "monetary") sums.cashCents += prizeAmountCents;
    else {
      sums.otherPrizes += 1;
      sums.otherCents += statedValueCents;
    }
    if (rows.length <= limit && (!beyond || isBeyond(placeOf(row), beyond))) rows.push(row);
  }
  return { rows, sums };
}

/** The number of payouts that are ready. */
export async function countReady(deps: ClaimDeps): Promise<number> {
  const due = await readDue(deps.db);
  const waits = await readWaits(deps, deps.db, due);
  return due.filter((payout) => waits(payout).length === 0).length;
}

function isDue(status: PayoutStatus | undefined): status is "waiting" | "ready" {
  return status === "waiting" || status === "ready";
}

/** The scope of the query, and which of its rows the filter wants. */
function plan({ status, year }: PayoutFilter): { scope: PayoutScope; wants: (row: WaitingRow) => boolean } {
  if (isDue(status)) return { scope: { status: "due", year }, wants: (row) => payoutStatusOf(row) === status };
  return { scope: { status, year }, wants: () => true };
}

function isBeyond(place: Place, other: Place): boolean {
  const apart = place.at.getTime() - other.at.getTime();
  return apart > 0 || (apart === 0 && place.id > other.id);
}

async function withWaits(deps: ClaimDeps, rows: readonly PayoutRow[]): Promise<WaitingRow[]> {
  const waits = await readWaits(deps, deps.db, rows);
  return rows.map((row) => ({ ...row, waitsFor: waits(row) }));
}
