/** What the server says about the rows behind the figures, in Spanish. */
import type { SpanishSentences } from "#platform/web/translate.ts";

export const dashboardSpanish: SpanishSentences = {
  codes: {},
  sentences: {
    "Days are the operator's, or the course's own": "Los días son los del operador o los del campo",
    "The course's own days need a course": "Los días del campo necesitan un campo",
    "A kind is individual, group, free, initial or more":
      "Un tipo es individual, de grupo, gratis, primera compra o más bolas",
    "A kind is new or returning": "Un tipo es nuevo o que vuelve",
  },
};
