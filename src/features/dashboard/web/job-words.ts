/** The names of the server's jobs in words, for the line about jobs that stand still. */
import { defineWords } from "#platform/web/words.ts";

export const jobWords = defineWords(
  {
    audit: "the nightly audit of the books",
    dashboard: "the live figures",
    "deletions-list": "the list of deleted accounts",
    disputes: "disputes at the payment service",
    "gateway-balance": "the payment service's balance",
    "gateway-refunds": "refunds made at the payment service",
    "lost-disputes": "second looks at closed disputes",
    mail: "mail",
    "old-addresses": "deleting old network addresses",
    "old-counts": "deleting old counts of calls",
    "old-photos": "deleting old photos",
    "old-sign-ins": "deleting old sign-ins",
    push: "notifications",
    receipts: "receipts",
    reconcile: "payments without an outcome",
    "refund-forgotten": "refunds of orders that nobody started",
    "removed-cards": "removing cards at the payment service",
    retention: "deleting what is kept long enough",
    "returned-refunds": "second looks at paid refunds",
    "sandbox-events": "the sandbox's news",
    "sandbox-payouts": "the sandbox's payouts",
    "settlement-mail": "letters with settlements",
    streams: "live screens",
    sweep: "ending sessions whose time is over",
  },
  {
    audit: "la auditoría nocturna de los libros",
    dashboard: "las cifras en vivo",
    "deletions-list": "la lista de cuentas borradas",
    disputes: "disputas en el servicio de pago",
    "gateway-balance": "el saldo del servicio de pago",
    "gateway-refunds": "reembolsos hechos en el servicio de pago",
    "lost-disputes": "segunda revisión de disputas cerradas",
    mail: "correo",
    "old-addresses": "borrar direcciones de red antiguas",
    "old-counts": "borrar conteos antiguos de llamadas",
    "old-photos": "borrar fotos antiguas",
    "old-sign-ins": "borrar inicios de sesión antiguos",
    push: "notificaciones",
    receipts: "recibos",
    reconcile: "pagos sin resultado",
    "refund-forgotten": "reembolsos de pedidos que nadie empezó",
    "removed-cards": "quitar tarjetas en el servicio de pago",
    retention: "borrar lo que ya se guardó bastante tiempo",
    "returned-refunds": "segunda revisión de reembolsos pagados",
    "sandbox-events": "las noticias del sandbox",
    "sandbox-payouts": "las transferencias al banco del sandbox",
    "settlement-mail": "cartas con liquidaciones",
    streams: "pantallas en vivo",
    sweep: "terminar sesiones cuyo tiempo se acabó",
  },
);

/** A job of a later release has no name here yet; the log names it. */
const otherWords = defineWords({ other: "a job that the log names" }, { other: "una tarea que el registro nombra" });

const isKnown = (job: string): job is keyof typeof jobWords.en => job in jobWords.en;

/** @param job as the server calls it */
export function jobText(job: string, language: keyof typeof jobWords): string {
  return isKnown(job) ? jobWords[language][job] : otherWords[language].other;
}
