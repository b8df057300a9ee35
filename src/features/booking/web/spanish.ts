/** The Spanish of what the server says about bookings, and of its contract's sentences and rules. */
import type { refuse } from "#features/booking/contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const bookingSpanish = {
  codes: {
    "booking.bay_required": "Falta elegir la bahía",
    "booking.bay_unknown": "Aquí no existe esa bahía",
    "booking.group_invalid": "Las bolas no están repartidas",
  } satisfies Record<Parameters<typeof refuse>[0], string>,
  sentences: {
    "Bay selection required": "Falta elegir la bahía",
    "Please choose a bay from # to #": "Elige una bahía del # al #",
    "A bay is a whole number": "Una bahía es un número entero",
    "A bay is a whole number from #": "Una bahía es un número entero a partir de #",
    "A ball count is a whole number": "La cantidad de bolas es un número entero",
    "A ball count is a whole number from #": "La cantidad de bolas es un número entero a partir de #",
    "Player ID is blank": "El ID de jugador está vacío",
    "Name is blank": "El nombre está vacío",
    "A group is you and at most # friends": "Un grupo son tú y # amigos como máximo",
    "Please enter your bay number": "Escribe tu número de bahía",
    "Please enter your ball count": "Escribe cuántas bolas tiras tú",
    "All friends must have bay numbers and ball counts": "Todos tus amigos necesitan número de bahía y bolas",
    "Please distribute exactly # balls among players.": "Reparte exactamente # bolas entre los jugadores.",
    "Please allocate exactly # balls (currently #)": "Reparte exactamente # bolas (ahora van #)",
    "This is your own player ID. You are in the group already.":
      "Este es tu propio ID de jugador. Ya estás en el grupo.",
    "This friend is in the group already": "Este amigo ya está en el grupo",
  },
} satisfies SpanishSentences;
