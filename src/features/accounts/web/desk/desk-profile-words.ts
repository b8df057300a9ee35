/** The words of the profile at the desk. */
import { defineWords } from "#platform/web/words.ts";

export const deskProfileWords = defineWords(
  {
    title: "Your profile",
    staff: "Staff",
    admin: "Administrator",
    proof: "Confirming that it is you",
    proofAbout: (minutes: number) =>
      `Before a change to money, terms, roles or your own sign-ins you are asked for your passkey, or for a mailed code if you have none. Then you are not asked again for ${minutes} minutes.`,
    letters: "Emails that you get",
    lettersAbout: "They always come, to your email address.",
    proposals: "What an administrator proposes, and what became of it",
    account: "A new email address, passkeys that were taken off, sessions that an administrator ended",
    codes: "Mailed codes, and word of wrong codes that locked somebody out",
    golfer: "When you play yourself",
    golferAbout: "Your player ID, sessions, claims and receipts are on the golfers' profile.",
    golferOpen: "To the golfers' profile",
    data: "All that we keep about you, as a file. An account with a role is deleted after the role is taken away.",
  },
  {
    title: "Tu perfil",
    staff: "Personal",
    admin: "Administrador",
    proof: "Confirmar que eres tú",
    proofAbout: (minutes) =>
      `Antes de un cambio en el dinero, las condiciones, las funciones o tus propios accesos se te pide tu llave de acceso o, si no tienes ninguna, un código por correo. Después no se te vuelve a pedir durante ${minutes} minutos.`,
    letters: "Correos que recibes",
    lettersAbout: "Llegan siempre, a tu correo electrónico.",
    proposals: "Lo que un administrador propone, y en qué quedó",
    account: "Un correo nuevo, llaves de acceso retiradas, sesiones que un administrador cerró",
    codes: "Códigos por correo, y el aviso de códigos equivocados que bloquearon el acceso",
    golfer: "Cuando juegas tú",
    golferAbout: "Tu ID de jugador, tus sesiones, reclamos y recibos están en el perfil de los golfistas.",
    golferOpen: "Al perfil de los golfistas",
    data: "Todo lo que guardamos sobre ti, en un archivo. Una cuenta con una función se elimina después de que se le quite.",
  },
);
