/** The words of what needs an administrator: on the dashboard, and in the header of every screen of the desk. */
import { defineWords } from "#platform/web/words.ts";

export const needsWords = defineWords(
  {
    needsYou: "Needs you",
    nothing: "Nothing needs you any more.",
    audit_faults: (count: number) => (count === 1 ? "fault in the books" : "faults in the books"),
    jobs_standing_still: (count: number) => (count === 1 ? "job stands still" : "jobs stand still"),
    refused_refunds: (count: number) => (count === 1 ? "refund was refused" : "refunds were refused"),
    open_disputes: (count: number) => (count === 1 ? "open dispute" : "open disputes"),
    payment_troubles: (count: number) => (count === 1 ? "payment in trouble" : "payments in trouble"),
    overdue_claims: (count: number) => (count === 1 ? "claim is overdue" : "claims are overdue"),
    unsent_settlements: (count: number) =>
      count === 1 ? "letter with a settlement was not sent" : "letters with settlements were not sent",
    settlements_to_nobody: (count: number) =>
      count === 1
        ? "course has nobody left who gets its settlements"
        : "courses have nobody left who gets their settlements",
    prizes_to_pay: (count: number) => (count === 1 ? "prize is ready to be paid" : "prizes are ready to be paid"),
  },
  {
    needsYou: "Te necesita",
    nothing: "Ya nada te necesita.",
    audit_faults: (count) => (count === 1 ? "falta en los libros" : "faltas en los libros"),
    jobs_standing_still: (count) => (count === 1 ? "tarea detenida" : "tareas detenidas"),
    refused_refunds: (count) => (count === 1 ? "reembolso rechazado" : "reembolsos rechazados"),
    open_disputes: (count) => (count === 1 ? "disputa abierta" : "disputas abiertas"),
    payment_troubles: (count) => (count === 1 ? "pago con problemas" : "pagos con problemas"),
    overdue_claims: (count) => (count === 1 ? "reclamo atrasado" : "reclamos atrasados"),
    unsent_settlements: (count) =>
      count === 1 ? "carta con una liquidación no se envió" : "cartas con liquidaciones no se enviaron",
    settlements_to_nobody: (count) =>
      count === 1 ? "campo sin nadie que reciba sus liquidaciones" : "campos sin nadie que reciba sus liquidaciones",
    prizes_to_pay: (count) => (count === 1 ? "premio listo para pagar" : "premios listos para pagar"),
  },
);
