/** The usual reasons of a rejection, which the desk taps instead of typing, in both languages. */
import { type Language, languages } from "#platform/shared/language.ts";

export const usualRejections = {
  beside: {
    en: "The camera shows the ball beside the hole.",
    es: "La cámara muestra la bola al lado del hoyo.",
  },
  nobodySaw: {
    en: "Nobody at the bays saw the ball in this hole.",
    es: "Nadie en las bahías vio la bola en este hoyo.",
  },
  otherBay: { en: "The ball came from another bay.", es: "La bola vino de otra bahía." },
  mistake: { en: "The claim was sent by mistake.", es: "El reclamo se envió por error." },
} satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The reason of a rejection for its reader; what somebody typed stays as it was written. */
export function rejectionText(reason: string, language: Language): string {
  const usual = Object.values(usualRejections).find((each) => languages.some((known) => each[known] === reason));
  return usual?.[language] ?? reason;
}
