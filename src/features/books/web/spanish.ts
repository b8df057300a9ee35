/** The Spanish of what the server says about the books, and of its contracts' sentences. */
import type { refuseAdjustment } from "#features/books/adjustment-contract.ts";
import type { refuseClosing } from "#features/books/closing-contract.ts";
import type { refuse } from "#features/books/contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const booksSpanish = {
  codes: {
    "books.pot_below_zero": "Un premio mayor nunca está por debajo de cero: esto quita más de lo que tiene",
    "books.no_pot": "Este campo está cerrado para siempre: su premio mayor está vacío y así se queda",
    "books.closed_for_good": "Este campo ya está cerrado para siempre",
    "books.closing_blocked": "Este campo aún no se puede cerrar",
    "books.no_receiver": "Elige un campo abierto que reciba el resto del premio mayor",
    "books.no_recipient": "No hay otro campo abierto. Di quién recibe del banco el resto del premio mayor.",
    "books.future_month": "Este mes aún no ha empezado. Elige uno anterior.",
    "books.not_owed": "Esto es más de lo que se debe por este mes",
    "books.not_found": "No existe ese pago",
    "books.taken_back": "Este pago ya se revirtió",
  } satisfies Record<Parameters<typeof refuse | typeof refuseAdjustment | typeof refuseClosing>[0], string>,
  sentences: {
    "Give the amount in dollars, up to #,#,# either way, with at most two decimals, and not #":
      "Escribe el monto en dólares, hasta #,#,# en ambos sentidos, con dos decimales como máximo, y distinto de #",
    "Give the amount in dollars, from #.# to #,#,#, with at most two decimals":
      "Escribe el monto en dólares, de #.# a #,#,#, con dos decimales como máximo",
    "Choose an account": "Elige una cuenta",
    "Name who gets the rest": "Di quién recibe el resto",
    "A statement is of range or tax": "Un estado de cuenta es del campo o del impuesto",
    "A reference is required, such as the transfer's number":
      "Escribe una referencia, como el número de la transferencia",
  },
} satisfies SpanishSentences;
