/** What a reconciliation says: what to do about a difference, and the lines of its file. */
import type { CsvRow } from "#platform/shared/csv.ts";
import type { Difference, Reconciliation } from "./reconciliation-contract.ts";

/** A younger difference is not reported: its events may still be on their way. */
const NEWS_MINUTES = 10;

/** The age after which a movement must be in both books. */
export function settledBefore(now: Date): Date {
  return new Date(now.getTime() - NEWS_MINUTES * 60_000);
}

/** What to do about a difference. */
export function adviceFor({ of, gateway, books }: Pick<Difference, "of" | "gateway" | "books">): string {
  if (books === null && of === "payment")
    return "The payment service has captured it and the books have not. Look at the order's payment troubles, and check that the job 'reconcile' runs.";
  if (books === null)
    return "The books do not have it. Check that the job 'gateway-balance' runs; then have the books audited.";
  if (gateway === null)
    return "The payment service does not have it. Look for it there by its name; then have the books audited before anybody is paid.";
  return "Both have it, with different amounts. Compare its fee and its refunds at the payment service; then have the books audited.";
}

const header = ["What", "Name", "Transactions", "At (UTC)", "Order", "Payment service (USD)", "Books (USD)", "To do"];

/** The lines of the file: the balance, then each difference, what waits, and the payouts. */
export function fileLines(found: Reconciliation): CsvRow[] {
  const line = (what: string, gateway: number | null, books: number | null, advice = ""): CsvRow => [
    what,
    "",
    "",
    utc(found.at),
    "",
    gateway,
    books,
    advice,
  ];
  return [
    header,
    line("Balance", found.balance, found.cash),
    line("Not explained", found.unexplained, null, found.unexplained === 0 ? "" : "Have the books audited."),
    ...found.differences.map(({ of, reference, transactions, at, order, gateway, books, advice }): CsvRow => [
      of,
      reference,
      transactions.join(" "),
      utc(at),
      order?.number ?? null,
      gateway,
      books,
      advice,
    ]),
    ...found.unsorted.map(({ reference, amount, at }): CsvRow => [
      "unsorted",
      reference,
      reference,
      utc(at),
      null,
      amount,
      amount,
      "Sort it into an account.",
    ]),
    ...found.undivided.map(({ reference, amount, at }): CsvRow => [
      "undivided payout",
      reference,
      "",
      utc(at),
      null,
      amount,
      amount,
      "Say whose money it was.",
    ]),
    ...found.payouts.map(({ reference, status, at, amount, bank }): CsvRow => [
      `payout, ${statusWords[status]}`,
      reference,
      "",
      utc(at),
      null,
      amount,
      bank,
      "",
    ]),
  ];
}

export const statusWords: Readonly<Record<Reconciliation["payouts"][number]["status"], string>> = {
  on_its_way: "on its way",
  paid: "arrived",
  failed: "came back",
  cancelled: "cancelled",
};

function utc(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}
