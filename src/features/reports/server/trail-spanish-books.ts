/** Spanish sentences of the audit trail about proposals and the books. */
import { spanishAccountNames } from "#features/ledger/name-rules.ts";
import { formatCents } from "#platform/shared/money.ts";
import { accountKinds } from "../contract.ts";
import { monthName } from "../rules.ts";
import { trailPages, type Piece } from "./trail-pieces.ts";
import { frase, listedIn, orderOfIn, personIn } from "./trail-spanish-pieces.ts";
import type { SpanishDeed } from "./trail-spanish-told.ts";
import { fieldsOf } from "./trail-told.ts";

const monthIn = (month: string) => monthName(month, "es");
const whomOf = (of: "range" | "tax", course: readonly Piece[]) =>
  of === "tax" ? frase`a la oficina de impuestos por ${course}` : frase`al campo ${course}`;

/** The words after 'propuso'. */
export function proposalWords(deed: SpanishDeed): Piece[] {
  const { names, subject, detail, text, money, course } = deed;
  const person = personIn(names, subject);
  switch (text("kind")) {
    case "grant_admin":
      return frase`nombrar administrador a ${person}`;
    case "recover":
      return frase`retirar las llaves de acceso de ${person}`;
    case "move_email":
      return frase`cambiar el correo de ${person}`;
    case "approval_limit":
      return limitWords(deed, "fijar", "quitar");
    case "remit": {
      const month = text("month");
      const of = text("of") === "tax" ? "tax" : "range";
      const page = { text: monthIn(month), href: trailPages.statement(Number(detail["courseId"]), month, of) };
      return frase`pagar ${money("amountCents")} ${whomOf(of, course(detail["courseId"]))} por ${page}`;
    }
    case "adjust":
      return adjustWords(deed, ["sumar", "restar"], course(detail["courseId"]));
    case "refund_otherwise": {
      const order = names.refund.get(text("refundId"))?.orderId ?? "";
      return frase`reembolsar ${money("amountCents")} de ${orderOfIn(names, order)} por ${otherWayWords(deed)}`;
    }
    case "close_course":
      return frase`cerrar ${course(detail["courseId"])} para siempre`;
    default:
      return frase`algo que ya no se conoce`;
  }
}

/** `sumar $5.00 a 'Premio mayor' de Pine Hills, a mano`. @param verbs for more and for less */
export function adjustWords(
  { detail, text }: SpanishDeed,
  [add, take]: readonly [string, string],
  course: readonly Piece[],
): Piece[] {
  const cents = Number(detail["amountCents"] ?? 0);
  const known = accountKinds.find(({ account }) => account === text("account"))?.account;
  const label = known ? spanishAccountNames[known] : "una cuenta";
  const [verb, way] = cents < 0 ? [take, "de"] : [add, "a"];
  return frase`${verb} ${formatCents(Math.abs(cents))} ${way} '${label}' de ${course}, a mano`;
}

/** @param verbs for a limit, and for none */
export function limitWords({ money, page }: SpanishDeed, set: string, lift: string): Piece[] {
  const limit = page("el límite de aprobación de los pagos", trailPages.payouts);
  const to = money("aboveCents");
  return to === "" ? frase`${lift} ${limit}` : frase`${set} ${limit} en ${to}`;
}

/** How a refund was paid that the payment service would not make: `cheque 1007 del 2026-11-20`. */
export function otherWayWords({ text }: SpanishDeed): string {
  return `${text("method") === "check" ? "cheque" : "transferencia bancaria"} ${text("reference")} del ${text("paidOn")}`;
}

export function closedForGood({ who, it, detail, money, text, course }: SpanishDeed): Piece[] {
  const receiver =
    detail["intoCourseId"] === null ? text("recipient") : frase`el premio mayor de ${course(detail["intoCourseId"])}`;
  const went = detail["restCents"] === 0 ? frase`` : frase`, y ${money("restCents")} a ${receiver}`;
  return frase`${who} cerró ${it} para siempre: de su premio mayor ${money("toHouseCents")} volvieron a la casa${went}`;
}

export function payoutDivided({ who, detail, page, course, why }: SpanishDeed): Piece[] {
  const parts: readonly unknown[] = [detail["parts"] ?? []].flat();
  const shares = parts.map((part) => {
    const { cents, courseId } = fieldsOf(part) ?? {};
    return frase`${formatCents(Number(cents ?? 0))} a ${course(courseId)}`;
  });
  return frase`${who} repartió ${page("un depósito", trailPages.reconciliation)} del servicio de pago: ${listedIn(shares)}${why}`;
}

const sortings: Readonly<Record<string, string>> = { fees: "las comisiones", revenue: "los ingresos" };

export function transactionSorted({ who, detail, text, money, page, course, why }: SpanishDeed): Piece[] {
  const into = text("into");
  const target =
    into === "bank" ? frase`el banco` : frase`${sortings[into] ?? "una cuenta"} de ${course(detail["courseId"])}`;
  return frase`${who} clasificó ${page("una transacción", trailPages.reconciliation)} de ${money("amountCents")} en ${target}${why}`;
}

/** A payment to a range or a tax office, or its counter-entry. */
export function paymentRecorded(
  { who, it, courseId, money, text, why }: SpanishDeed,
  of: "range" | "tax",
  back: boolean,
): Piece[] {
  const month = text("month");
  const page = { text: monthIn(month), href: trailPages.statement(courseId, month, of) };
  const [amount, whom] = [money("amountCents"), whomOf(of, it)];
  return back
    ? frase`${who} deshizo el pago de ${amount} ${whom} por ${page}${why}`
    : frase`${who} pagó ${amount} ${whom} por ${page}, referencia ${text("reference")}`;
}

export function monthClosed({ who, subject, it, courseId, text, page }: SpanishDeed): Piece[] {
  const [course, of] = subject === "house" ? (["all", "la casa"] as const) : ([courseId, it] as const);
  return frase`${who} cerró ${page(monthIn(text("month")), trailPages.settlement(course, text("month")))} de ${of}`;
}
