/** The handlers of payouts' lists, totals, thresholds and files. */
import type { ProposalDeps } from "#features/accounts/server/proposals.ts";
import { note } from "#platform/server/audit-trail.ts";
import { readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import type { PayoutStatus, payoutRoutes } from "../payout-contract.ts";
import { TAX_FORM_ABOVE_CENTS, taxYear, taxYearOf, thresholdOf } from "../rules.ts";
import { setApprovalLimit } from "./approval-limit.ts";
import { readApprovalLimits } from "./approval-store.ts";
import type { ClaimDeps } from "./deps.ts";
import { headsIn } from "./file-heads.ts";
import { approve } from "./payout.ts";
import { takePayoutBack } from "./payout-return.ts";
import { pageOfPayouts, type PayoutFilter, placeOf, walkPayouts } from "./payout-list.ts";
import { type PlayerTotalRow, readTotals } from "./payout-store.ts";
import { payoutHeader, toPayout, toPayoutLine, toPlayerTotal, totalHeader, toTotalLine } from "./payout-view.ts";
import * as records from "./record-store.ts";
import { showClaim } from "./waits.ts";

const PAGE = 50;
const TOTALS_SHOWN = 500;

export function payoutHandlers(deps: ClaimDeps & ProposalDeps): Handlers<typeof payoutRoutes> {
  const { db, clock, timeZone } = deps;

  function filterOf(query: { status?: PayoutStatus | undefined; year?: number | undefined }): PayoutFilter {
    return { status: query.status, year: query.year === undefined ? undefined : taxYear(query.year, timeZone) };
  }

  /** The totals of a year; without one, of the present year. */
  async function totalsOf(asked: number | undefined, limit?: number) {
    const year = asked === undefined ? taxYearOf(clock.now(), timeZone) : taxYear(asked, timeZone);
    const rows = await readTotals(db, year, limit);
    const aboveCents = thresholdOf(year.year, await records.readThresholds(db));
    return { year: year.year, rows, aboveCents, line: (row: PlayerTotalRow) => toPlayerTotal(row, aboveCents) };
  }

  async function thresholds() {
    const set = await records.readThresholds(db);
    const shown = set.map(({ year, aboveCents, setBy, setAt }) => ({
      year,
      amount: toDollars(aboveCents),
      setBy,
      setAt: setAt.toISOString(),
    }));
    const body = { timeZone, houseDefault: toDollars(TAX_FORM_ABOVE_CENTS), thresholds: shown };
    return { status: 200 as const, body };
  }

  async function approvalLimit() {
    const set = (await readApprovalLimits(db)).at(-1);
    const aboveCents = set?.aboveCents ?? null;
    const amount = aboveCents === null ? null : toDollars(aboveCents);
    return {
      status: 200 as const,
      body: { amount, setBy: set?.setBy ?? null, setAt: set?.setAt.toISOString() ?? null },
    };
  }

  return {
    listPayouts: async ({ query }) => {
      const page = { beyond: readCursor(query.cursor), limit: PAGE };
      const { rows, more, sums } = await pageOfPayouts(deps, filterOf(query), page);
      const last = rows.at(-1);
      const nextCursor = more && last ? writeCursor(placeOf(last)) : null;
      const next = new URLSearchParams({
        ...(query.status ? { status: query.status } : {}),
        ...(query.year === undefined ? {} : { year: String(query.year) }),
        cursor: nextCursor ?? "",
      });
      return {
        status: 200,
        body: {
          payouts: rows.map(toPayout),
          nextCursor,
          totals: {
            count: sums.count,
            cash: toDollars(sums.cashCents),
            otherPrizes: sums.otherPrizes,
            otherPrizesValue: toDollars(sums.otherCents),
          },
          timeZone,
          year: taxYearOf(clock.now(), timeZone).year,
        },
        headers: nextCursor ? { link: `</api/admin/payouts?${next.toString()}>; rel="next"` } : {},
      };
    },

    listPayoutTotals: async ({ query }) => {
      const { year, rows, aboveCents, line } = await totalsOf(query.year, TOTALS_SHOWN + 1);
      const players = rows.slice(0, TOTALS_SHOWN).map(line);
      const more = rows.length > TOTALS_SHOWN;
      return { status: 200, body: { year, timeZone, threshold: toDollars(aboveCents), players, more } };
    },

    listPayoutThresholds: thresholds,

    setPayoutThreshold: async ({ caller, body }) => {
      const aboveCents = toCents(body.amount);
      await db.transaction(async (tx) => {
        const now = clock.now();
        const before = await records.setThreshold(tx, { year: body.year, aboveCents, setBy: caller.id, setAt: now });
        await note(tx, {
          actorId: caller.id,
          action: "payouts.threshold_set",
          subject: String(body.year),
          detail: { aboveCents, ...(before === undefined ? {} : { beforeCents: before }) },
          at: now,
        });
      });
      return thresholds();
    },

    getApprovalLimit: approvalLimit,

    setApprovalLimit: async ({ caller, body }) => {
      const aboveCents = body.amount === undefined ? null : toCents(body.amount);
      const proposed = await setApprovalLimit(deps, caller, aboveCents);
      return proposed ? { status: 202, body: { proposal: proposed } } : approvalLimit();
    },

    approvePayout: async ({ caller, params, connection }) => {
      await approve(deps, caller, params.id, connection.key);
      return { status: 200, body: { claim: await showClaim(deps, params.id) } };
    },

    prizeCameBack: async ({ caller, params, body, connection }) => {
      await takePayoutBack(deps, caller, params.id, body.reason, connection.key);
      return { status: 200, body: { claim: await showClaim(deps, params.id) } };
    },

    exportPayouts: async ({ query }) => {
      const name = ["payouts", query.status, query.year].filter((part) => part !== undefined).join("-");
      return {
        status: 200,
        body: toCsv(headsIn(payoutHeader, query.language), payoutLines(deps, filterOf(query))),
        filename: `${name}.csv`,
      };
    },

    exportPayoutTotals: async ({ query }) => {
      const { year, rows, line } = await totalsOf(query.year);
      const body = toCsv(
        headsIn(totalHeader, query.language),
        rows.map((row) => toTotalLine(year, line(row))),
      );
      return { status: 200, body, filename: `payout-totals-${year}.csv` };
    },
  };
}

async function* payoutLines(deps: ClaimDeps, filter: PayoutFilter): AsyncGenerator<CsvRow> {
  for await (const row of walkPayouts(deps, filter)) yield toPayoutLine(row);
}
