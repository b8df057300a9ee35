/** A statement of what a range or a tax office is owed: pure sums. Amounts are cents; above 0 is owed to them. */
import type { OwedKind } from "./contract.ts";
import type { Language } from "#platform/shared/language.ts";

/** The amount that one kind of transfer added to what is owed (below 0: took), before, within or after a month. */
export interface Movement {
  part: "before" | "within" | "after";
  kind: string;
  cents: number;
  count: number;
}

export interface StatementLine {
  key: string;
  label: string;
  look: "plain" | "total";
  count: number | null;
  cents: number;
}

/** The kinds of transfer that pay what is owed, and that take such a payment back. */
export const paidKinds = {
  range: { paid: "range_paid", back: "range_paid_back" },
  tax: { paid: "tax_remitted", back: "tax_remitted_back" },
} as const satisfies Record<OwedKind, { paid: string; back: string }>;

const labels = {
  range: { earned: "Earned by sales", paid: "Paid to the range", owed: "Owed to the range" },
  tax: { earned: "Collected with sales", paid: "Remitted", owed: "Tax owed" },
} as const satisfies Record<OwedKind, Record<string, string>>;

/**
 * The lines of a statement and its two sums.
 * @returns `owed` at the month's end; `payable` for the month now. A payment covers the oldest first, so what was paid
 * after the month's end counts against it, whichever month it names; later refunds may leave less than that.
 */
export function state(
  of: OwedKind,
  movements: readonly Movement[],
): { lines: StatementLine[]; owed: number; payable: number } {
  const { paid, back } = paidKinds[of];
  const sumOf = (rows: readonly Movement[]) => rows.reduce((sum, { cents }) => sum + cents, 0);
  const within = movements.filter(({ part }) => part === "within");
  const after = movements.filter(({ part }) => part === "after");
  const named: Readonly<Record<"earned" | "returned" | "paid" | "takenBack" | "adjusted", readonly string[]>> = {
    earned: ["capture", "start"],
    returned: ["refund", "refund_cancelled"],
    paid: [paid],
    takenBack: [back],
    adjusted: ["adjust"],
  };
  const known = new Set(Object.values(named).flat());
  const line = (key: string, label: string, rows: readonly Movement[]): StatementLine => ({
    key,
    label,
    look: "plain",
    count: rows.reduce((sum, { count }) => sum + count, 0),
    cents: sumOf(rows),
  });
  const kinds = (key: keyof typeof named) => within.filter(({ kind }) => named[key].includes(kind));
  const carried = sumOf(movements.filter(({ part }) => part === "before"));
  const owed = carried + sumOf(within);
  const others = within.filter(({ kind }) => !known.has(kind));
  const lines = [
    {
      key: "carried",
      label: "Carried over from the month before",
      look: "plain",
      count: null,
      cents: carried,
    } as const,
    line("earned", labels[of].earned, kinds("earned")),
    line("returned", "Returned by refunds", kinds("returned")),
    line("paid", labels[of].paid, kinds("paid")),
    line("takenBack", "Payments that came back", kinds("takenBack")),
    line("adjusted", "Adjusted by hand", kinds("adjusted")),
    ...(others.length > 0 ? [line("other", "Other movements", others)] : []),
    { key: "owed", label: labels[of].owed, look: "total", count: null, cents: owed } as const,
  ];
  const paidSince = sumOf(after.filter(({ kind }) => kind === paid || kind === back));
  return { lines, owed, payable: Math.max(0, Math.min(owed + paidSince, owed + sumOf(after))) };
}

/** The name of a statement. */
export function titleOf(of: OwedKind, language: Language = "en"): string {
  return titles[language][of];
}

const titles: Readonly<Record<Language, Readonly<Record<OwedKind, string>>>> = {
  en: { range: "Range statement", tax: "Tax statement" },
  es: { range: "Estado de cuenta del campo", tax: "Estado de cuenta del impuesto" },
};
