/** The lines of the reconciliation's file, in the reader's language. */
import type { CsvRow } from "#platform/shared/csv.ts";
import type { Language } from "#platform/shared/language.ts";
import type { Difference, Reconciliation } from "./reconciliation-contract.ts";

interface FileWords {
  header: readonly string[];
  balance: string;
  unexplained: string;
  audit: string;
  kinds: Readonly<Record<Difference["of"] | "unsorted" | "undivided", string>>;
  sort: string;
  divide: string;
  statuses: Readonly<Record<Reconciliation["payouts"][number]["status"], string>>;
}

const words: Readonly<Record<Language, FileWords>> = {
  en: {
    header: ["What", "Name", "Transactions", "At (UTC)", "Order", "Payment service (USD)", "Books (USD)", "To do"],
    balance: "Balance",
    unexplained: "Not explained",
    audit: "Have the books audited.",
    kinds: {
      payment: "payment",
      refund: "refund",
      dispute: "dispute",
      payout: "payout",
      transaction: "transaction",
      unsorted: "unsorted",
      undivided: "undivided payout",
    },
    sort: "Sort it into an account.",
    divide: "Say whose money it was.",
    statuses: { on_its_way: "on its way", paid: "arrived", failed: "came back", cancelled: "cancelled" },
  },
  es: {
    header: [
      "Qué",
      "Nombre",
      "Movimientos",
      "Fecha (UTC)",
      "Pedido",
      "Servicio de pago (USD)",
      "Libros (USD)",
      "Qué hacer",
    ],
    balance: "Saldo",
    unexplained: "Sin explicación",
    audit: "Haz auditar los libros.",
    kinds: {
      payment: "pago",
      refund: "reembolso",
      dispute: "disputa",
      payout: "transferencia al banco",
      transaction: "movimiento",
      unsorted: "por clasificar",
      undivided: "transferencia por repartir",
    },
    sort: "Clasifícalo en una cuenta.",
    divide: "Di de quién era el dinero.",
    statuses: { on_its_way: "en camino", paid: "llegó", failed: "volvió", cancelled: "cancelada" },
  },
};

/**
 * The lines of the file: the balance, then each difference, what waits, and the payouts.
 * @param translated the advice in the language, if it is not English
 */
export function fileLines(
  found: Reconciliation,
  language: Language = "en",
  translated: Readonly<Record<string, string>> = {},
): CsvRow[] {
  const { header, kinds, statuses, ...say } = words[language];
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
    line(say.balance, found.balance, found.cash),
    line(say.unexplained, found.unexplained, null, found.unexplained === 0 ? "" : say.audit),
    ...found.differences.map(({ of, reference, transactions, at, order, gateway, books, advice }): CsvRow => [
      kinds[of],
      reference,
      transactions.join(" "),
      utc(at),
      order?.number ?? null,
      gateway,
      books,
      translated[advice] ?? advice,
    ]),
    ...found.unsorted.map(({ reference, amount, at }): CsvRow => [
      kinds.unsorted,
      reference,
      reference,
      utc(at),
      null,
      amount,
      amount,
      say.sort,
    ]),
    ...found.undivided.map(({ reference, amount, at }): CsvRow => [
      kinds.undivided,
      reference,
      "",
      utc(at),
      null,
      amount,
      amount,
      say.divide,
    ]),
    ...found.payouts.map(({ reference, status, at, amount, bank }): CsvRow => [
      `${kinds.payout}, ${statuses[status]}`,
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

function utc(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}
