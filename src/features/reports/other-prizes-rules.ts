/**
 * The section of a settlement about prizes other than cash, at the value that each claim states. No account has them, so
 * it comes from the claims, and the check of the ledger says nothing of it.
 */
import type { Settlement } from "./contract.ts";

/** What happens to such a prize. One that is verified is owed until it is handed over or forfeited. */
export type PrizeStep = "verified" | "paid" | "forfeited";

/** How often a step was taken before or within a month, and the stated values together, in cents. */
export interface StepSum {
  step: PrizeStep;
  isBefore: boolean;
  count: number;
  cents: number;
}

/** The line of each step, and its sign: whether it adds to what is owed. */
export const prizeLines: readonly { key: string; label: string; step: PrizeStep; sign: 1 | -1 }[] = [
  { key: "othersVerified", label: "Verified", step: "verified", sign: 1 },
  { key: "othersPaid", label: "Handed over", step: "paid", sign: -1 },
  { key: "othersForfeited", label: "Forfeited", step: "forfeited", sign: -1 },
];

/** The section; amounts are cents. */
export function otherPrizes(sums: readonly StepSum[]): Settlement["sections"][number] {
  const sumOf = (rows: readonly StepSum[], of: "count" | "cents") =>
    prizeLines.reduce(
      (total, { step, sign }) => total + sign * add(rows.filter((row) => row.step === step).map((row) => row[of])),
      0,
    );
  const before = sums.filter(({ isBefore }) => isBefore);
  const end = (key: string, label: string, look: "plain" | "total", rows: readonly StepSum[]) => ({
    key,
    label,
    look,
    count: sumOf(rows, "count"),
    amount: sumOf(rows, "cents"),
    source: "stated values of claims that are verified and not handed over",
  });
  return {
    key: "others",
    title: "Other prizes, at their stated value",
    lines: [
      end("others.opening", "Owed at the start", "plain", before),
      ...prizeLines.map(({ key, label, step, sign }) => {
        const rows = sums.filter((row) => !row.isBefore && row.step === step);
        return {
          key,
          label,
          look: "plain" as const,
          count: add(rows.map(({ count }) => count)),
          amount: sign * add(rows.map(({ cents }) => cents)) || 0,
          source: `stated values of claims: ${step}`,
        };
      }),
      end("others.closing", "Owed at the end", "total", sums),
    ],
  };
}

function add(numbers: readonly number[]): number {
  return numbers.reduce((so, number) => so + number, 0);
}
