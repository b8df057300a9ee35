/** Closing a course for good: how its pot is divided, and what stands against it, in words. Amounts are cents. */
import { formatCents } from "#platform/shared/money.ts";
import type { Obstacle, ObstacleKind } from "./closing-contract.ts";

/** The house takes back the base of a pot's last reseed; the rest is golfers' money. */
export function dividePot(pot: number, base: number): { toHouse: number; rest: number } {
  const toHouse = Math.min(pot, base);
  return { toHouse, rest: pot - toHouse };
}

/** Something that stands against a closing, as the database has it. */
export interface Found {
  kind: ObstacleKind;
  orderId: string | null;
  /** An order's number, a person's name, or an account. */
  name: string | null;
  /** The balance of an account; above 0 we owe it. */
  cents: number | null;
}

/** The obstacles that explain money which an account of a course holds for others. */
const explains: Readonly<Record<string, ObstacleKind>> = {
  deferred: "ahead",
  reserved: "claim",
  prize_payable: "payout",
  refunds_payable: "refund",
};

/** The obstacles in words, without accounts that another obstacle explains. */
export function obstaclesOf(found: readonly Found[]): Obstacle[] {
  const kinds = new Set(found.map(({ kind }) => kind));
  const isExplained = (account: string | null) => {
    const by = explains[account ?? ""];
    return by !== undefined && kinds.has(by);
  };
  return found
    .filter(({ kind, name }) => kind !== "account" || !isExplained(name))
    .map((one) => ({ kind: one.kind, orderId: one.orderId, words: wordsOf(one), spanish: spanishOf(one) }));
}

function wordsOf({ kind, name, cents }: Found): string {
  const amount = formatCents(Math.abs(cents ?? 0));
  const isOwed = (cents ?? 0) > 0;
  switch (kind) {
    case "sales":
      return "The course is open: close it on its page";
    case "payment":
      return `A payment of order ${name} has no outcome yet`;
    case "ahead":
      return `Order ${name} is paid ahead and not started: refund it`;
    case "refund":
      return `A refund of order ${name} is not paid yet`;
    case "dispute":
      return `A dispute of order ${name} is open`;
    case "session":
      return `The session of ${name} runs, or can still be claimed from`;
    case "claim":
      return `A claim of ${name} has no verdict`;
    case "payout":
      return `A prize of ${name} is neither handed over nor forfeited`;
    case "range":
      return isOwed ? `The range is owed ${amount}: pay it` : `The range owes ${amount}: have it adjusted`;
    case "tax":
      return isOwed ? `The tax office is owed ${amount}: remit it` : `The tax office owes ${amount}: have it adjusted`;
    case "account":
      return `The account ${name} holds ${amount} that nothing here explains: ask whoever runs the audit`;
  }
}

function spanishOf({ kind, name, cents }: Found): string {
  const amount = formatCents(Math.abs(cents ?? 0));
  const isOwed = (cents ?? 0) > 0;
  switch (kind) {
    case "sales":
      return "El campo está abierto: ciérralo en su página";
    case "payment":
      return `Un pago del pedido ${name} aún no tiene resultado`;
    case "ahead":
      return `El pedido ${name} está pagado por adelantado y sin empezar: reembólsalo`;
    case "refund":
      return `Un reembolso del pedido ${name} aún no se ha pagado`;
    case "dispute":
      return `Una disputa del pedido ${name} está abierta`;
    case "session":
      return `La sesión de ${name} está en curso, o aún se puede reclamar por ella`;
    case "claim":
      return `Un reclamo de ${name} no tiene veredicto`;
    case "payout":
      return `Un premio de ${name} no se ha entregado ni perdido`;
    case "range":
      return isOwed ? `Se le deben ${amount} al campo: págalos` : `El campo debe ${amount}: haz que se ajuste`;
    case "tax":
      return isOwed
        ? `Se le deben ${amount} a la oficina de impuestos: entrégalos`
        : `La oficina de impuestos debe ${amount}: haz que se ajuste`;
    case "account":
      return `La cuenta ${name} tiene ${amount} que nada de aquí explica: pregunta a quien hace la auditoría`;
  }
}
