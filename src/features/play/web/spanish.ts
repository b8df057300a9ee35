/** The server's sentences about sessions, and the contract's, in Spanish. */
import type { refuse } from "#features/play/contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const playSpanish = {
  codes: {
    "play.missing_selections": "Faltan datos por elegir",
    "play.tee_time_required": "Escribe tu hora de salida para poder verificarla",
    "play.tee_time_invalid": "Escribe tu hora de salida como 14:30 o 2:30 PM",
    "play.tee_time_not_today": "El tiro gratis es para una salida de hoy",
    "play.not_found": "No existe esa sesión",
    "play.free_shot_used":
      "El tiro gratis aún no está disponible. Espera antes de intentarlo o elige un paquete pagado.",
    "play.active_session": "Ya tienes una sesión activa. Termínala antes de empezar otra.",
    "play.bay_taken": "Esta bahía está ocupada. Elige otra.",
    "play.session_over": "Esta sesión ya terminó",
    "play.no_balls": "Ya no quedan bolas en esta sesión",
    "play.not_in_session": "Este tiro no se hizo dentro de la sesión",
    "play.claim_without_hole": "Elige en qué hoyo metiste la bola.",
    "play.middle_needs_jackpot":
      "El hoyo central juega por el premio mayor: necesita un paquete con premio mayor o el tiro gratis",
    "play.refunded": "Esta sesión se reembolsó, así que ya no se puede jugar ni reclamar nada en ella",
    "play.claim_window_closed": "El plazo para reclamar ya cerró",
    "play.nothing_to_claim": "No queda ningún tiro que reclamar en esta sesión",
    "play.claim_pending": "El reclamo anterior del premio mayor de esta sesión sigue en revisión",
    "play.undo_too_late": "Solo se puede deshacer el último fallo, dentro de 10 segundos",
    "play.disputed":
      "Tu banco está decidiendo sobre una disputa de este pago. Tu sesión puede empezar cuando la disputa se decida a nuestro favor.",
    "play.not_paid": "Esta sesión aún no está pagada",
  } satisfies Record<Parameters<typeof refuse>[0], string>,
  sentences: {
    "Missing required selections": "Faltan datos por elegir",
    "Choose which hole you successfully hit.": "Elige en qué hoyo metiste la bola.",
    "Enter your tee time as #:# or #:# PM": "Escribe tu hora de salida como #:# o #:# PM",
    "The shot that this claim means is not there to claim": "El tiro de este reclamo ya no se puede reclamar",
  },
} satisfies SpanishSentences;
