/** The words of the claims summary on the profile. */
import { defineWords } from "#platform/web/words.ts";

export const summaryWords = defineWords(
  {
    failed: "We could not load your claims",
    loading: "Loading your claims",
    none: "No claims yet. Hit a hole, claim it, and follow your prize here.",
    pending: "Under review",
    verified: "Verified",
    rejected: "Rejected",
    paid: "Paid",
    handedOver: "Handed over",
    forfeited: "Forfeited",
    claimOf: (player: string) => `${player}'s claim`,
    progress: (step: number) => `Step ${step} of 4`,
    all: "All my claims",
  },
  {
    failed: "No pudimos cargar tus reclamos",
    loading: "Cargando tus reclamos",
    none: "Todavía no hay reclamos. Acierta un hoyo, reclámalo y sigue tu premio aquí.",
    pending: "En revisión",
    verified: "Verificado",
    rejected: "Rechazado",
    paid: "Pagado",
    handedOver: "Entregado",
    forfeited: "Perdido",
    claimOf: (player) => `Reclamo de ${player}`,
    progress: (step) => `Paso ${step} de 4`,
    all: "Todos mis reclamos",
  },
);
