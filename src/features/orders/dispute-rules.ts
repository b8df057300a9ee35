/** The reasons of disputes, which the payment service gives as codes, as people read them. */
import type { Language } from "#platform/shared/language.ts";

/** The reasons that banks give for a dispute, as the gateway names them. English reads them as they are. */
const spanishReasons: Readonly<Record<string, string>> = {
  credit_not_processed: "devolución no hecha",
  duplicate: "cobro duplicado",
  fraudulent: "fraude",
  general: "general",
  noncompliant: "incumplimiento de las reglas",
  product_not_received: "producto no recibido",
  product_unacceptable: "producto inaceptable",
  subscription_canceled: "suscripción cancelada",
  unrecognized: "cargo no reconocido",
};

export function disputeReason(reason: string, language: Language): string {
  const spanish = language === "es" ? spanishReasons[reason] : undefined;
  return spanish ?? reason.replaceAll("_", " ");
}
