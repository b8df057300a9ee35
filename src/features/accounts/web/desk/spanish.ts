/** The Spanish of what the server says to administrators about people, notes and proposals. */
import type { refuseNote } from "#features/accounts/people-contract.ts";
import type { refuseProposal } from "#features/accounts/proposal-contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const accountDeskSpanish = {
  codes: {
    "notes.not_found": "Esta nota ya no está",
    "proposals.not_found": "No existe esa propuesta",
    "proposals.decided": "Esta propuesta ya se decidió",
    "proposals.expired": "Esta propuesta venció. Hazla de nuevo si todavía hace falta.",
    "proposals.overtaken": "Lo que esta propuesta cambiaría ya cambió. Retírala y hazla de nuevo.",
    "proposals.own": "Lo que tú propusiste lo aprueba otro administrador",
    "proposals.about_you": "Esta propuesta es sobre ti: la aprueba otro administrador",
    "proposals.not_independent":
      "Durante 30 días nadie aprueba por un administrador que le dio su función, recuperó su acceso o cambió su correo.",
  } satisfies Record<Parameters<typeof refuseNote | typeof refuseProposal>[0], string>,
  sentences: {
    "Sort by name, name_down, newest or oldest": "Ordena por nombre, nombre al revés, lo más nuevo o lo más antiguo",
    "Name the passkey, such as 'Office laptop'": "Ponle nombre a la llave, por ejemplo 'Portátil de la oficina'",
    "Give a name, an email address or a player ID": "Escribe un nombre, un correo electrónico o un ID de jugador",
    "A proposal is named by its number": "Una propuesta se nombra por su número",
  },
} satisfies SpanishSentences;
