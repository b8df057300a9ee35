/** The parts of a Spanish sentence of the audit trail: those of the English one, with what they name in Spanish. */
import { REVERSED_REASON } from "#features/claims/rules.ts";
import { refundReasons } from "#features/payments/refund-reason-rules.ts";
import { refundRefusals } from "#features/payments/refund-refusal-rules.ts";
import { inTable } from "#platform/shared/sentence-table.ts";
import type { Names, Piece } from "./trail-pieces.ts";
import { bayIn, courseIn, frase, orderOfIn, personIn, subjectIn } from "./trail-spanish-pieces.ts";
import { type TrailLine, wordsOf } from "./trail-told.ts";

export type SpanishDeed = ReturnType<typeof spanishWordsOf>;

/** Reasons that no person wrote. */
const reasons = { ...refundReasons, [REVERSED_REASON]: "El banco recuperó el pago" };

/** What older lines say of a refusal: the bank's codes. */
const olderRefusals: Readonly<Record<string, string>> = {
  lost_or_stolen_card: "La tarjeta se reportó como perdida o robada.",
  expired_or_canceled_card: "La tarjeta venció o se canceló.",
  charge_for_pending_refund_disputed: "El pago se disputó antes de que pasara el reembolso.",
  insufficient_funds: "El saldo en Stripe no alcanzó para el reembolso.",
  merchant_request: "El reembolso se canceló en Stripe.",
  declined: "El banco del golfista rechazó el reembolso.",
};

export function spanishWordsOf(line: TrailLine, names: Names) {
  const { actorId, subject } = line;
  const words = wordsOf(line, names);
  const failure = words.text("failure");
  const refusal = refundRefusals[failure] ?? olderRefusals[failure];
  const reason = inTable(reasons, words.text("reason"));
  const by = (nobody: string): Piece => (actorId === null ? { text: nobody } : personIn(names, actorId));
  return {
    ...words,
    by,
    who: by("El operador"),
    it: subjectIn(names, subject),
    order: orderOfIn(names, subject),
    bay: bayIn(names, subject, words.text("bayNumber")),
    refund: names.refund.has(words.text("refundId")) ? words.refund : "un monto",
    why: reason === undefined ? words.why : `: ${reason}`,
    failure: refusal === undefined ? words.failure : `: ${refusal}`,
    course: (id: unknown) => (id === null ? frase`la casa` : frase`${courseIn(names, id)}`),
  };
}
