/** The parts of a Spanish sentence of the audit trail: those of the English one, with what they name in Spanish. */
import { refundRefusals } from "#features/payments/refund-refusal-rules.ts";
import type { Names, Piece } from "./trail-pieces.ts";
import { bayIn, courseIn, frase, orderOfIn, personIn, subjectIn } from "./trail-spanish-pieces.ts";
import { type TrailLine, wordsOf } from "./trail-told.ts";

export type SpanishDeed = ReturnType<typeof spanishWordsOf>;

export function spanishWordsOf(line: TrailLine, names: Names) {
  const { actorId, subject } = line;
  const words = wordsOf(line, names);
  const refusal = refundRefusals[words.text("failure")];
  const by = (nobody: string): Piece => (actorId === null ? { text: nobody } : personIn(names, actorId));
  return {
    ...words,
    by,
    who: by("El operador"),
    it: subjectIn(names, subject),
    order: orderOfIn(names, subject),
    bay: bayIn(names, subject, words.text("bayNumber")),
    refund: names.refund.has(words.text("refundId")) ? words.refund : "un monto",
    failure: refusal === undefined ? words.failure : `: ${refusal}`,
    course: (id: unknown) => (id === null ? frase`la casa` : frase`${courseIn(names, id)}`),
  };
}
