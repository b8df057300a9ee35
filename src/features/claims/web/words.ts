/** The words of a player's claims. The staff's screens are in English only. */
import { defineWords } from "#platform/web/words.ts";

export const claimWords = defineWords(
  {
    myClaims: "My Claims",
    lead: "From submitted to paid",
    failed: "We could not load your claims",
    loading: "Loading your claims",
    none: "No claims yet",
    findCourse: "Find a course",
    noneAbout: "Drop a ball into one of the three holes, claim it, and follow your prize here.",

    underReview: "Under review",
    verified: "Verified",
    rejected: "Rejected",
    reserved: "Reserved for you: ",
    jackpot: "Jackpot",
    at: (course: string, bay: number) => `${course} · Bay ${bay}`,
    claimedFor: (player: string) => `Claimed for ${player}`,

    submitted: "Submitted",
    reviewing: "Reviewing",
    contactBy: (day: string) => `We will contact you within one full business day, by the end of ${day}.`,
    reviewed: "Reviewed",
    paid: "Paid",
    handedOver: "Handed over",
    forfeited: "Forfeited",
    forfeitedAbout: "This prize can no longer be paid out. Please contact us with any question.",
    heldAbout: "On hold: your bank is deciding on a dispute of the payment.",
    reversedAbout: "On hold: your bank took the payment back.",
    refundedAbout:
      "On hold: your payment was refunded at the payment service. We are deciding whether this claim stands.",
    preparing: "We are preparing your payout and will tell you what we need.",
    pickUp: "We will tell you where to pick it up.",
  },
  {
    myClaims: "Mis reclamos",
    lead: "Desde el envío hasta el pago",
    failed: "No pudimos cargar tus reclamos",
    loading: "Cargando tus reclamos",
    none: "Aún no hay reclamos",
    findCourse: "Buscar un campo",
    noneAbout: "Mete una bola en uno de los tres hoyos, reclámala y sigue tu premio aquí.",

    underReview: "En revisión",
    verified: "Verificado",
    rejected: "Rechazado",
    reserved: "Reservado para ti: ",
    jackpot: "Premio mayor",
    at: (course, bay) => `${course} · Bahía ${bay}`,
    claimedFor: (player) => `Reclamado para ${player}`,

    submitted: "Enviado",
    reviewing: "En revisión",
    contactBy: (day) => `Nos comunicaremos contigo dentro de un día hábil completo, a más tardar al final del ${day}.`,
    reviewed: "Revisado",
    paid: "Pagado",
    handedOver: "Entregado",
    forfeited: "Perdido",
    forfeitedAbout: "Este premio ya no se puede pagar. Escríbenos si tienes alguna pregunta.",
    heldAbout: "En espera: tu banco está decidiendo sobre una disputa del pago.",
    reversedAbout: "En espera: tu banco recuperó el pago.",
    refundedAbout:
      "En espera: tu pago se reembolsó en el servicio de pago. Estamos decidiendo si este reclamo sigue en pie.",
    preparing: "Estamos preparando tu pago y te diremos qué necesitamos.",
    pickUp: "Te diremos dónde recogerlo.",
  },
);
