/** What the settlement of a month should say, from the model's own postings: each account, each line, what is owed. */
import { localDay } from "./calendar.ts";
import type { Entry } from "./months.ts";
import { monthsOf, periodEnd, periodStart, zoneOf } from "./periods.ts";
import { dollars, type World } from "./world.ts";

/** The kinds of account; those that are held for somebody grow by credits. */
const kinds = {
  cash: "asset",
  bank: "asset",
  suspense: "asset",
  deferred: "held",
  pot: "held",
  reserved: "held",
  prize_payable: "held",
  refunds_payable: "held",
  range_share: "held",
  tax_payable: "held",
  revenue: "held",
  fees: "asset",
  adjustment: "asset",
  house_funding: "asset",
  dispute_loss: "asset",
} as const;
type Kind = keyof typeof kinds;

const sale = ["cash", "deferred"];
const shares = ["tax_payable", "pot", "range_share", "revenue"];

/**
 * Lines of a settlement: what moved to an account (credited) from others (debited), less what moved from it to others.
 * The signs are those in which the page shows the account.
 */
const lines: Readonly<Record<string, { into?: readonly Move[]; outOf?: readonly Move[] }>> = {
  tax: { into: [[sale, ["tax_payable"]]] },
  jackpotShare: { into: [[sale, ["pot"]]] },
  rangeShare: { into: [[sale, ["range_share"]]] },
  revenueShare: { into: [[sale, ["revenue"]]] },
  shared: { into: [[sale, shares]] },
  aheadPaid: { into: [[["cash"], ["deferred"]]] },
  aheadStarted: { outOf: [[["deferred"], shares]] },
  aheadRefunded: { outOf: [[["deferred"], ["refunds_payable"]]] },
  aheadKept: { into: [[["refunds_payable"], ["deferred"]]] },
  aheadReversed: { outOf: [[["deferred"], ["dispute_loss"]]] },
  taxFromSales: { into: [[sale, ["tax_payable"]]] },
  taxRefunded: { outOf: [[["tax_payable"], ["refunds_payable"]]] },
  taxCancelled: { into: [[["refunds_payable"], ["tax_payable"]]] },
  taxRemitted: { outOf: [[["tax_payable"], ["bank"]]] },
  taxRemittedBack: { into: [[["bank"], ["tax_payable"]]] },
  taxAdjusted: byHand("tax_payable"),
  refundsOtherwise: { outOf: [[["refunds_payable"], ["bank"]]] },
  bankRefunds: { outOf: [[["refunds_payable"], ["bank"]]] },
  refundsSettled: { outOf: [[["refunds_payable"], ["cash"]]] },
  refundsFromTax: { into: [[["tax_payable"], ["refunds_payable"]]] },
  refundsFromPot: { into: [[["pot"], ["refunds_payable", "revenue"]]] },
  refundsFromRange: { into: [[["range_share"], ["refunds_payable"]]] },
  refundsFromRevenue: { into: [[["revenue"], ["refunds_payable"]]], outOf: [[["pot"], ["revenue"]]] },
  refundsFromAhead: { into: [[["deferred"], ["refunds_payable"]]] },
  chargebacks: { into: [[["dispute_loss"], ["cash"]]] },
  chargebacksReversed: { into: [[["cash"], ["dispute_loss"]]] },
  feesKept: { into: [[["fees"], ["cash"]]], outOf: [[["cash"], ["fees"]]] },
  feesAdjusted: { into: [[["fees"], ["adjustment"]]], outOf: [[["adjustment"], ["fees"]]] },
  potFunded: { into: [[["house_funding"], ["pot"]]] },
  potShare: { into: [[sale, ["pot"]]] },
  potRefunded: {
    into: [[["refunds_payable", "revenue"], ["pot"]]],
    outOf: [[["pot"], ["refunds_payable", "revenue"]]],
  },
  potReserved: { outOf: [[["pot"], ["reserved"]]] },
  potReleased: { into: [[["reserved"], ["pot"]]] },
  potForfeited: { into: [[["prize_payable"], ["pot"]]] },
  potAdjusted: byHand("pot"),
  rangeEarned: { into: [[sale, ["range_share"]]] },
  rangeRefunded: { into: [[["refunds_payable"], ["range_share"]]], outOf: [[["range_share"], ["refunds_payable"]]] },
  rangePaid: { outOf: [[["range_share"], ["bank"]]] },
  rangePaidBack: { into: [[["bank"], ["range_share"]]] },
  rangeAdjusted: byHand("range_share"),
  revenueRefunded: { into: [[["pot"], ["revenue"]]], outOf: [[["revenue"], ["refunds_payable"]]] },
  revenueAdjusted: byHand("revenue"),
  prizesReserved: { into: [[["pot"], ["reserved"]]] },
  prizesReleased: { outOf: [[["reserved"], ["pot", "house_funding"]]] },
  releasedToPot: { into: [[["reserved"], ["pot"]]] },
  releasedToHouse: { into: [[["reserved"], ["house_funding"]]] },
  reservedVerified: { outOf: [[["reserved"], ["prize_payable"]]] },
  prizesVerified: { into: [[["reserved"], ["prize_payable"]]] },
  prizesPaid: { outOf: [[["prize_payable"], ["bank"]]] },
  prizesBack: { into: [[["bank"], ["prize_payable"]]] },
  prizesForfeited: { outOf: [[["prize_payable"], ["pot"]]] },
  houseFunding: { into: [[["house_funding"], ["pot"]]], outOf: [[["reserved"], ["house_funding"]]] },
  cashFees: { into: [[["cash"], ["fees"]]], outOf: [[["fees"], ["cash"]]] },
  cashPaidOut: { into: [[["cash"], ["bank"]]], outOf: [[["bank"], ["cash"]]] },
  cashDisputed: { into: [[["cash"], ["dispute_loss"]]], outOf: [[["dispute_loss"], ["cash"]]] },
  bankPrizes: { into: [[["bank"], ["prize_payable"]]], outOf: [[["prize_payable"], ["bank"]]] },
  bankRange: { into: [[["bank"], ["range_share"]]], outOf: [[["range_share"], ["bank"]]] },
  bankTax: { into: [[["bank"], ["tax_payable"]]], outOf: [[["tax_payable"], ["bank"]]] },
};

/** Cents debited to one of these accounts and credited to one of those. */
type Move = readonly [debits: readonly string[], credits: readonly string[]];

function byHand(account: string): { into: Move[]; outOf: Move[] } {
  return { into: [[["adjustment"], [account]]], outOf: [[[account], ["adjustment"]]] };
}

const kindOf = (account: string) => {
  const [kind = ""] = account.split(":");
  return kind === "refunds" ? "refunds_payable" : kind;
};

/** The figures of a month: of one course, or of all (null), each in its own time. */
function sumsOf(world: World, course: number | null, month: string) {
  const accounts = new Map<string, { opening: number; debit: number; credit: number }>();
  const moved = new Map<string, number>();
  const late = new Map<string, number>();
  for (const entry of monthsOf(world).log) {
    if (course !== null && entry.course !== course) continue;
    if (entry.at >= periodEnd(world, entry.course, month)) continue;
    const isBefore = entry.at < periodStart(world, entry.course, month);
    const [debit, credit] = [kindOf(entry.debit), kindOf(entry.credit)];
    for (const [kind, side] of [
      [debit, "debit"],
      [credit, "credit"],
    ] as const) {
      const sums = accounts.get(kind) ?? { opening: 0, debit: 0, credit: 0 };
      if (isBefore) sums.opening += side === "debit" ? entry.cents : -entry.cents;
      else sums[side] += entry.cents;
      accounts.set(kind, sums);
    }
    if (isBefore) continue;
    const move = `${debit} ${credit}`;
    moved.set(move, (moved.get(move) ?? 0) + entry.cents);
    const lateLine = debit === "refunds_payable" ? "late.refund_paid_otherwise" : "late.gateway_fee";
    if (entry.factAt !== null) late.set(lateLine, (late.get(lateLine) ?? 0) + entry.cents);
  }
  return { accounts, moved, late };
}

/** The settlement's figures, as the API shows them. */
export function figuresOf(world: World, course: number | null, month: string): object {
  const { accounts, moved, late } = sumsOf(world, course, month);
  const shown = Object.entries(kinds).map(([account, kind]) => {
    const { opening, debit, credit } = accounts.get(account) ?? { opening: 0, debit: 0, credit: 0 };
    const sign = kind === "held" ? -1 : 1;
    const [into, out] = kind === "held" ? [credit, debit] : [debit, credit];
    return { account, opening: sign * opening, in: into, out, closing: sign * opening + into - out };
  });
  const closing = (account: Kind) => shown.find((line) => line.account === account)?.closing ?? 0;
  const sum = (moves: readonly Move[] = []) => {
    const pairs = moves.flatMap(([debits, credits]) => debits.flatMap((one) => credits.map((two) => `${one} ${two}`)));
    return pairs.reduce((cents, pair) => cents + (moved.get(pair) ?? 0), 0);
  };
  const expected = new Map(Object.entries(lines).map(([key, { into, outOf }]) => [key, sum(into) - sum(outOf)]));
  const golfers = ["deferred", "pot", "reserved", "prize_payable", "refunds_payable"] as const;
  return {
    check: { addsUp: true, differences: [] },
    accounts: shown.map(({ account, ...cents }) => ({
      account,
      opening: dollars(cents.opening),
      in: dollars(cents.in),
      out: dollars(cents.out),
      closing: dollars(cents.closing),
    })),
    liabilities: {
      deferred: dollars(closing("deferred")),
      pot: dollars(closing("pot")),
      reserved: dollars(closing("reserved")),
      prizePayable: dollars(closing("prize_payable")),
      refundsPayable: dollars(closing("refunds_payable")),
      total: dollars(golfers.reduce((cents, kind) => cents + closing(kind), 0)),
      dueToRange: dollars(closing("range_share")),
      taxPayable: dollars(closing("tax_payable")),
    },
    sections: sameLines(expected, late),
  };
}

/** Judges the lines of all sections. */
function sameLines(
  expected: ReadonlyMap<string, number>,
  late: ReadonlyMap<string, number>,
): (actual: unknown) => string | undefined {
  return (actual) => {
    const sections = actual as { key: string; lines: { key: string; amount: number }[] }[]; // By the API's contract.
    const found = new Map(sections.flatMap((section) => section.lines.map(({ key, amount }) => [key, amount])));
    const wrong = [...expected, ...late].filter(([key, cents]) => found.get(key) !== dollars(cents));
    const unexpected = [...found.keys()].filter((key) => key.startsWith("late.") && !late.has(key));
    if (unexpected.length > 0) return `no ${unexpected.join(", ")}`;
    if (sections.some(({ key }) => key === "other")) return "no other movements";
    const words = wrong.map(([key, cents]) => `${key} ${dollars(cents)}, not ${found.get(key)}`);
    return wrong.length > 0 ? words.join("; ") : undefined;
  };
}

/** A month as a journal: cents by day and kind of account, each course in its own days. */
export function journalOf(world: World, course: number | null, month: string): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (entry: Entry, account: string, cents: number) => {
    const name = `${localDay(entry.at, zoneOf(world, entry.course))} ${kindOf(account)}`;
    sums.set(name, (sums.get(name) ?? 0) + cents);
  };
  for (const entry of monthsOf(world).log) {
    if (course !== null && entry.course !== course) continue;
    if (entry.at < periodStart(world, entry.course, month) || entry.at >= periodEnd(world, entry.course, month))
      continue;
    add(entry, entry.debit, entry.cents);
    add(entry, entry.credit, -entry.cents);
  }
  return sums;
}
