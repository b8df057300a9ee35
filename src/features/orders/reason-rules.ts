/** Why a refund is made that no person asked for, in both languages. A person's own reason stays as it was written. */
import type { Language } from "#platform/shared/language.ts";

export const NOT_STARTED = "The session could not be started";
/** The reason of a refund that somebody made at the gateway's own dashboard. */
export const AT_THE_GATEWAY = "Refunded at the payment service";
export const REVERSED = "Your bank took back a part of the payment before the session was started";
/** Why what was paid ahead goes back when its refund was cancelled, but its golfer has bought the same once more. */
export const BOUGHT_AGAIN = "You have paid for the same once more";
/** The same reason where the order's course is closed for good. */
export const COURSE_CLOSED = "The course has closed for good";
/** The reason of a refund of what such a refund, or a dispute, has left of one of ours. */
export const REST_OF_REFUND = "The rest of your refund";

/** Of an order that was paid ahead and not started within so many days. */
export function notStartedWithin(days: number): string {
  return `Not started within ${days} days`;
}

/** By the English sentence, with `#` for its number. */
export const spanishReasons: Readonly<Record<string, string>> = {
  [NOT_STARTED]: "No se pudo iniciar la sesión",
  [AT_THE_GATEWAY]: "Reembolsado en el servicio de pago",
  [REVERSED]: "Tu banco recuperó una parte del pago antes de que empezara la sesión",
  [BOUGHT_AGAIN]: "Has pagado lo mismo otra vez",
  [COURSE_CLOSED]: "El campo cerró para siempre",
  [REST_OF_REFUND]: "El resto de tu reembolso",
  "Not started within # days": "No se inició en # días",
};

/** A refund's reason for its reader. */
export function refundReason(reason: string, language: Language): string {
  if (language === "en") return reason;
  const [number = ""] = /\d+/.exec(reason) ?? [];
  return spanishReasons[reason.replace(/\d+/, "#")]?.replace("#", number) ?? reason;
}
