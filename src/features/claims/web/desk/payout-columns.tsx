/** The columns of the payouts: the winner, the prize, since when, and how it ended. */
import type { Payout, PayoutStatus } from "#features/claims/payout-contract.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { type Column, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import type { Language } from "#platform/web/words.ts";
import { zonedText } from "#platform/web/ui/time.ts";
import { prizeText, waitsText } from "./claim-facts.ts";
import { factWords } from "./fact-words.ts";
import { type PayoutWords, payoutWords } from "./payout-words.ts";

interface Told {
  status: PayoutStatus;
  timeZone: string;
  language: Language;
  holes: Readonly<Record<Payout["targetHole"], { name: string }>>;
}

/** For due payouts the moment since when; for ended ones the moment and the way of their end. */
export function payoutColumns({ status, timeZone, language, holes }: Told): readonly Column<Payout>[] {
  const words = payoutWords[language];
  const moment = (instant: string) => zonedText(instant, timeZone, language);
  const isDue = status === "waiting" || status === "ready";
  const whenOf = (payout: Payout) => momentOf(payout, status);
  const whenText = (payout: Payout) => {
    const instant = whenOf(payout);
    return instant === null ? "" : moment(instant);
  };
  const courseText = ({ courseName, targetHole }: Payout) => `${courseName}, ${holes[targetHole].name}`;
  const teeTimeText = ({ teeTime }: Payout) => (teeTime ? `${words.teeTime}: ${moment(teeTime)}` : "");
  const endText = (payout: Payout) => howText(payout, language);
  const whenLabel = isDue ? words.dueSince : status === "paid" ? words.paidOn : words.forfeitedOn;
  return [
    {
      label: words.winner,
      value: ({ playerName }) => playerName,
      show: (payout) => (
        <div className="flex items-start gap-3">
          <span className="shrink-0 max-sm:hidden">
            <HoleFlag hole={payout.targetHole} />
          </span>
          <div className="min-w-0">
            <span className="block text-lg font-bold">{payout.playerName}</span>
            <span className="block text-ink-soft">{idText(payout, words)}</span>
            <NarrowNote>{[courseText(payout), `${whenLabel} ${whenText(payout)}`].join(" · ")}</NarrowNote>
            <NarrowNote>{isDue ? teeTimeText(payout) : endText(payout)}</NarrowNote>
          </div>
        </div>
      ),
    },
    { label: words.playerId, value: (payout) => idText(payout, words), withoutColumn: true },
    { label: words.prizeName, value: prizeText, withoutColumn: true },
    {
      label: words.waitsColumn,
      value: ({ waitsFor }) => (waitsFor.length > 0 ? waitsText(waitsFor, language) : null),
      withoutColumn: true,
    },
    { label: words.course, value: ({ courseName }) => courseName, show: courseText, wideOnly: true, picks: true },
    {
      label: whenLabel,
      value: whenOf,
      show: (payout) => (
        <>
          {whenText(payout)}
          {isDue && payout.teeTime && <span className="block text-ink-soft">{teeTimeText(payout)}</span>}
        </>
      ),
      wideOnly: true,
    },
    ...(isDue
      ? []
      : [{ label: status === "paid" ? words.how : words.reason, value: endText, wideOnly: true } as const]),
    {
      label: words.prizeColumn,
      align: "right",
      // Prizes other than cash are sorted by their worth.
      value: ({ prizeType, prizeAmount, statedValue }) => (prizeType === "monetary" ? prizeAmount : statedValue),
      show: (payout) => (
        <span
          className={cx(
            "block min-w-30 font-bold whitespace-pre-line",
            payout.prizeType === "monetary" && "text-gold-text",
          )}
        >
          {prizeText(payout)}
        </span>
      ),
      total: (rows) => <span className="whitespace-pre-line">{sumText(totalsOf(rows), words)}</span>,
    },
  ];
}

export function idText({ playerId, guestOf }: Payout, words: PayoutWords): string {
  return playerId ?? words.guestOf(guestOf ?? words.aPlayer);
}

function momentOf({ dueSince, paidAt, forfeitedAt }: Payout, status: PayoutStatus): string | null {
  if (status === "paid") return paidAt;
  return status === "forfeited" ? forfeitedAt : dueSince;
}

/** How it was paid, or why it was forfeited, and by whom. */
export function howText(payout: Payout, language: Language): string {
  const words = payoutWords[language];
  const by = payout.settledBy ? factWords[language].by(payout.settledBy).trim() : "";
  const how = payout.forfeitedAt
    ? [payout.forfeitReason]
    : [payout.paymentMethod && words[`method_${payout.paymentMethod}`], payout.paymentReference];
  return [how.filter(Boolean).join(", "), by].filter(Boolean).join(" · ");
}

interface Totals {
  count: number;
  cash: number;
  otherPrizes: number;
}

function totalsOf(rows: readonly Payout[]): Totals {
  const cash = rows.filter(({ prizeType }) => prizeType === "monetary");
  return {
    count: rows.length,
    cash: cash.reduce((sum, { prizeAmount }) => sum + Math.round(prizeAmount * 100), 0) / 100,
    otherPrizes: rows.length - cash.length,
  };
}

export function sumText({ count, cash, otherPrizes }: Totals, words: PayoutWords): string {
  const cashPrizes = count - otherPrizes;
  const parts = [
    ...(cashPrizes > 0 ? [words.cashPrizes(potText(cash), cashPrizes)] : []),
    ...(otherPrizes > 0 ? [words.otherPrizes(otherPrizes)] : []),
  ];
  return parts.join(" · ");
}
