/** What a reconciliation says about a difference. */
import type { Difference } from "./reconciliation-contract.ts";

/** A younger difference is not reported: its events may still be on their way. */
const NEWS_MINUTES = 10;

/** The age after which a movement must be in both books. */
export function settledBefore(now: Date): Date {
  return new Date(now.getTime() - NEWS_MINUTES * 60_000);
}

/** What to do about a difference. */
export function adviceFor({ of, gateway, books }: Pick<Difference, "of" | "gateway" | "books">): string {
  if (books === null && of === "payment")
    return "The payment service has captured it and the books have not. Look at the order's payment troubles, and check that the job 'reconcile' runs.";
  if (books === null)
    return "The books do not have it. Check that the job 'gateway-balance' runs; then have the books audited.";
  if (gateway === null)
    return "The payment service does not have it. Look for it there by its name; then have the books audited before anybody is paid.";
  return "Both have it, with different amounts. Compare its fee and its refunds at the payment service; then have the books audited.";
}

/** The same in Spanish. */
export const adviceInSpanish: Readonly<Record<string, string>> = {
  "The payment service has captured it and the books have not. Look at the order's payment troubles, and check that the job 'reconcile' runs.":
    "El servicio de pago lo cobró y los libros no lo tienen. Mira los problemas de pago del pedido y revisa que la tarea 'reconcile' corra.",
  "The books do not have it. Check that the job 'gateway-balance' runs; then have the books audited.":
    "Los libros no lo tienen. Revisa que la tarea 'gateway-balance' corra; después haz auditar los libros.",
  "The payment service does not have it. Look for it there by its name; then have the books audited before anybody is paid.":
    "El servicio de pago no lo tiene. Búscalo allí por su nombre; después haz auditar los libros antes de pagarle a nadie.",
  "Both have it, with different amounts. Compare its fee and its refunds at the payment service; then have the books audited.":
    "Los dos lo tienen, con montos distintos. Compara su comisión y sus reembolsos en el servicio de pago; después haz auditar los libros.",
};
