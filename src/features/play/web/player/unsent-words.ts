/** The words for shots and claims that wait on the device or were refused. */
import { defineWords } from "#platform/web/words.ts";

export const unsentWords = defineWords(
  {
    claimNotSent: "Not sent. Tell staff",
    claimKept: (hole: string, name: string, bay: number) =>
      `${hole}, ${name}, bay ${bay}. Your claim is kept on this device and goes out by itself when the connection is back.`,
    claimLate: "Not sent, and the claim window has closed",
    shotsNotSent: (n: number) => (n === 1 ? "1 shot: Saved, not sent" : `${n} shots: Saved, not sent`),
    shotsKept: "They go out by themselves when the connection is back.",
    endNotSent: "Ending when sent",
    sendNow: "Send now",
    pageOnly: "This device cannot keep your shots",
    pageOnlyText: "Its storage is full or closed to us. Keep this page open until they are sent.",
    shotsRefused: (n: number) => (n === 1 ? "1 shot was not counted" : `${n} shots were not counted`),
    claimRefused: (hole: string) => `Your claim was not taken: ${hole}`,
    tellStaff: "Tell staff",
    minutesLeft: (time: string) => `now: ${time} left`,
    before: (time: string) => `before ${time}`,
    undoRefused: "Could not undo the shot",
    endRefused: "Error completing session",
    ok: "OK",
  },
  {
    claimNotSent: "Sin enviar. Avisa al personal",
    claimKept: (hole, name, bay) =>
      `${hole}, ${name}, bahía ${bay}. Tu reclamo está guardado en este dispositivo y se enviará automáticamente cuando vuelva la conexión.`,
    claimLate: "Sin enviar, y el plazo para reclamar ya cerró",
    shotsNotSent: (n) => (n === 1 ? "1 tiro: guardado, sin enviar" : `${n} tiros: guardados, sin enviar`),
    shotsKept: "Se envían solos cuando vuelva la conexión.",
    endNotSent: "Termina al enviar",
    sendNow: "Enviar ahora",
    pageOnly: "Este dispositivo no puede guardar tus tiros",
    pageOnlyText: "No hay espacio o no tenemos permiso. Deja esta página abierta hasta que se envíen.",
    shotsRefused: (n) => (n === 1 ? "1 tiro no se contó" : `${n} tiros no se contaron`),
    claimRefused: (hole) => `Tu reclamo no se aceptó: ${hole}`,
    tellStaff: "Avisa al personal",
    minutesLeft: (time) => `ahora: quedan ${time}`,
    before: (time) => `antes de las ${time}`,
    undoRefused: "No se pudo deshacer el tiro",
    endRefused: "Error al terminar la sesión",
    ok: "Entendido",
  },
);
