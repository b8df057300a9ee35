/** The Spanish of what the server says about courses, and of its contract's sentences. */
import type { refuse } from "#features/courses/contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const courseSpanish = {
  codes: {
    "courses.not_found": "No encontramos el campo",
    "courses.no_package": "Este paquete no está a la venta",
  } satisfies Record<Parameters<typeof refuse>[0], string>,
  sentences: {
    "A course's id is a whole number": "El número de un campo es un número entero",
    "Name is required": "Escribe tu nombre",
    "Course name is required": "Escribe el nombre del campo",
    "Course location is required": "Escribe dónde está el campo",
    "Message is blank": "El mensaje está vacío",
  },
} satisfies SpanishSentences;
