/** The Spanish of what the server says about courses, and of its contract's sentences. */
import type { refuse } from "#features/courses/contract.ts";
import { defaultPrizes } from "#features/courses/rules.ts";
import { defaultPrizesInSpanish } from "#features/courses/spanish-rules.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

/** A name as its sentence is looked for: with `#` for each number. */
const nameKey = (name: string) => name.replaceAll(/\d+/g, "#");

export const courseSpanish = {
  codes: {
    "courses.not_found": "No encontramos el campo",
    "courses.no_package": "Este paquete no está a la venta",
  } satisfies Record<Parameters<typeof refuse>[0], string>,
  sentences: {
    "A course's id is a whole number": "El número de un campo es un número entero",
    "Course name is required": "Escribe el nombre del campo",
    "Course location is required": "Escribe dónde está el campo",
    "Message is blank": "El mensaje está vacío",
    "A hole is left, right or middle": "Un hoyo es izquierdo, derecho o central",
    [nameKey(defaultPrizes.left)]: nameKey(defaultPrizesInSpanish.left),
    [nameKey(defaultPrizes.right)]: nameKey(defaultPrizesInSpanish.right),
  },
} satisfies SpanishSentences;
