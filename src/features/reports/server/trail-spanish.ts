/** The audit trail in Spanish: each sentence of trail-sentences.ts, from the same stored line. */
import type { AuditAction } from "#platform/shared/audit-actions.ts";
import { monthName } from "../rules.ts";
import { type Names, trailPages, type Piece } from "./trail-pieces.ts";
import * as books from "./trail-spanish-books.ts";
import { frase, listedIn } from "./trail-spanish-pieces.ts";
import { type SpanishDeed, spanishWordsOf } from "./trail-spanish-told.ts";
import { type TrailLine, fieldsOf } from "./trail-told.ts";

type Sentence = (deed: SpanishDeed) => Piece[];

const documents: Readonly<Record<string, string>> = {
  driving_licence: "licencia de conducir",
  state_id: "identificación estatal",
  passport: "pasaporte",
  other: "otro documento",
};
const methods: Readonly<Record<string, string>> = {
  check: "cheque",
  transfer: "transferencia bancaria",
  handed_over: "entregado en mano",
};

const added: Sentence = ({ who, it }) => frase`${who} agregó ${it}`;
const changed: Sentence = ({ by, it }) => frase`${by("El servidor, al iniciar,")} cambió ${it}`;

const refundThat =
  (words: string): Sentence =>
  ({ refund, order, failure }) =>
    frase`El reembolso de ${refund} de ${order} ${words}${failure}`;

const proposal =
  (words: string): Sentence =>
  (deed) =>
    frase`${deed.who} ${deed.page(words, trailPages.proposals)} ${books.proposalWords(deed)}${deed.why}`;

/** Whom it was for is not kept: they have no account yet. */
const invitation =
  (did: string): Sentence =>
  ({ who, detail, course }) => {
    const after = fieldsOf(detail["after"]);
    if (after?.["role"] === "admin") return frase`${who} ${did}: administrador`;
    return frase`${who} ${did}: personal de ${listedIn([after?.["courseIds"] ?? []].flat().map(course))}`;
  };

const sentences: Readonly<Record<AuditAction, Sentence>> = {
  "account.delete": ({ it: [account] }) => frase`Alguien que jugaba borró ${{ ...account, text: "su cuenta" }}`,
  "account.email_moved": ({ who, it, why }) => frase`${who} cambió el correo de ${it}${why}`,
  "account.grant_admin": ({ who, it }) => frase`${who} nombró administrador a ${it}`,
  "account.recovered": ({ who, it, why }) => frase`${who} retiró las llaves de acceso de ${it}${why}`,
  "account.signed_out": ({ who, it, why }) => frase`${who} cerró todas las sesiones de ${it}${why}`,
  "account.sessions_listed": ({ who, it }) => frase`${who} consultó dónde tiene la sesión abierta ${it}`,
  "deletions.listed": ({ who }) => frase`${who} consultó qué cuentas se borraron`,
  "push.keys_changed": ({ who }) =>
    frase`${who} hizo llaves nuevas para las notificaciones, y con ello se apagaron en todas partes`,
  "roles.listed": ({ who, page }) => frase`${who} consultó ${page("quién tiene una función", trailPages.staff)}`,
  "news.resent": ({ who, text }) =>
    frase`${who} hizo que se intentara de nuevo lo que no se pudo enviar (cartas: ${text("letters") || "0"}, notificaciones: ${text("notices") || "0"})`,
  "backup.made": ({ who }) => frase`${who} hizo una copia de seguridad`,
  "backup.proven": ({ who }) => frase`${who} restauró una copia de seguridad a prueba, y sus libros cuadraron`,
  "backup.not_proven": ({ who, why }) => frase`${who} restauró una copia de seguridad a prueba, y falló${why}`,
  "person_note.added": ({ who, it }) => frase`${who} escribió una nota sobre ${it}`,
  "person_note.removed": ({ who, it }) => frase`${who} borró una nota sobre ${it}`,
  "passkey.added": ({ who, text }) => frase`${who} agregó la llave de acceso '${text("label")}'`,
  "passkey.removed": ({ who, text }) => frase`${who} quitó la llave de acceso '${text("label")}'`,
  "proposal.proposed": proposal("propuso"),
  "proposal.approved": proposal("aprobó la propuesta de"),
  "proposal.withdrawn": proposal("retiró la propuesta de"),
  "staff.changed": staffChanged,
  "staff.invited": invitation("invitó a alguien"),
  "staff.invitation_sent_again": invitation("envió otra vez una invitación"),
  "staff.invitation_taken_back": invitation("retiró una invitación"),
  "course.added": added,
  "package.added": added,
  "sponsor.added": added,
  "sponsored_prize.added": added,
  "course.changed": changed,
  "package.changed": changed,
  "sponsor.changed": changed,
  "sponsored_prize.changed": changed,
  "course.closed_for_good": books.closedForGood,
  "course_request.changed": ({ who, it, detail }) =>
    frase`${who} marcó ${it} como ${fieldsOf(detail["after"])?.["handled"] === true ? "atendida" : "abierta otra vez"}`,
  "session.pause": ({ who, bay, why }) => frase`${who} puso en pausa ${bay}${why}`,
  "session.resume": ({ who, bay }) => frase`${who} reanudó ${bay}`,
  "session.extend": ({ who, bay, text, why }) => frase`${who} dio ${text("minutes")} minutos más a ${bay}${why}`,
  "session.move": ({ who, bay, inside, why }) =>
    frase`${who} movió ${bay} a la bahía ${inside("after", "bayNumber")}${why}`,
  "order.refunded": ({ who, money, order, why }) => frase`${who} reembolsó ${money("amountCents")} de ${order}${why}`,
  "order.claims_released": ({ who, order, why }) => frase`${who} mantuvo los reclamos de ${order}${why}`,
  "refund.cancelled": refundThat("se canceló en el servicio de pago"),
  "refund.dropped": refundThat("ya no se debe"),
  "refund.failed": refundThat("fue rechazado"),
  "refund.made_at_gateway": ({ money, order }) =>
    frase`Se reembolsaron ${money("amountCents")} de ${order} en el panel del servicio de pago`,
  "refund.paid_after_all": refundThat("se pagó al final"),
  "refund.paid_otherwise": (deed) =>
    frase`${deed.who} aprobó el reembolso de ${deed.money("amountCents")} de ${deed.order} por ${books.otherWayWords(deed)}`,
  "refund.retried": ({ who, refund, order }) => frase`${who} envió otra vez el reembolso de ${refund} de ${order}`,
  "refund.returned": refundThat("regresó y se debe otra vez"),
  "dispute.opened": ({ money, order, why }) => frase`El banco disputa ${money("amountCents")} de ${order}${why}`,
  "dispute.won": ({ order }) => frase`Se ganó la disputa de ${order}`,
  "dispute.lost": ({ order }) => frase`Se perdió la disputa de ${order}`,
  "claim.seen": ({ who, it, remark }) => frase`${who} vio el tiro de ${it}${remark}`,
  "claim.not_seen": ({ who, it, remark }) => frase`${who} no vio el tiro de ${it}${remark}`,
  "claim.verified": ({ who, it }) => frase`${who} verificó ${it}`,
  "claim.rejected": ({ by, it, why }) => frase`${by("La decisión del banco")} rechazó ${it}${why}`,
  "claim.released": ({ who, it, why }) => frase`${who} mantuvo ${it}${why}`,
  "claim.confirmed_age_18": ({ who, it, word, remark }) => {
    const document = word("document", documents);
    return frase`${who} confirmó para ${it} que quien juega tiene 18 años o más${document && ` (${document})`}${remark}`;
  },
  "claim.confirmed_tax_form": ({ who, it, text, remark }) =>
    frase`${who} confirmó el formulario fiscal ${text("form")} de ${text("year")} para ${it}${remark}`,
  "claim.confirmed_tee_time": ({ who, it, remark }) => frase`${who} confirmó la hora de salida para ${it}${remark}`,
  "claim.approved": ({ who, it }) => frase`${who} aprobó el pago de ${it}`,
  "claim.paid": ({ who, it, text, word }) => {
    const how = [word("method", methods), text("reference")].filter(Boolean).join(" ");
    return frase`${who} pagó ${it}${how && `: ${how}`}`;
  },
  "claim.came_back": ({ who, it, why }) => frase`${who} anotó que el pago de ${it} regresó${why}`,
  "claim.forfeited": ({ by, it, why }) => frase`${by("La decisión del banco")} dio por perdido el pago de ${it}${why}`,
  "payouts.approval_limit_set": (deed) => frase`${deed.who} ${books.limitWords(deed, "fijó", "quitó")}`,
  "payouts.threshold_set": ({ who, money, subject, page }) =>
    frase`${who} fijó el umbral del formulario fiscal de ${page(subject, trailPages.payouts)} en ${money("aboveCents")}`,
  "payout.divided": books.payoutDivided,
  "transaction.sorted": books.transactionSorted,
  "books.adjusted": (deed) => frase`${deed.who} ${books.adjustWords(deed, ["sumó", "restó"], deed.it)}${deed.why}`,
  "range.paid": (deed) => books.paymentRecorded(deed, "range", false),
  "range.paid_back": (deed) => books.paymentRecorded(deed, "range", true),
  "tax.remitted": (deed) => books.paymentRecorded(deed, "tax", false),
  "tax.remitted_back": (deed) => books.paymentRecorded(deed, "tax", true),
  "journal.numbered": ({ who, page }) =>
    frase`${who} cambió los ${page("números de cuenta del diario", trailPages.journal)}`,
  "month.closed": books.monthClosed,
  "settlement.mail_set": ({ who, it, text }) =>
    frase`${who} hizo que las liquidaciones de ${it} se envíen por correo a ${addressWords(text("addresses"))}, ${languageWords(text("language"))}, desde el día ${text("day")} del mes siguiente`,
  "settlement.mail_ended": ({ who, it }) => frase`${who} terminó el envío por correo de las liquidaciones de ${it}`,
  "settlement.address_gone": ({ it, text }) =>
    frase`La eliminación de una cuenta quitó ${addressWords(text("addresses"))} de las liquidaciones de ${it}: ${leftWords(text("left"))}`,
  "settlement.mailed": ({ by, it, courseId, text, detail, page }) => {
    const month = page(monthName(text("month"), "es"), trailPages.settlement(courseId, text("month")));
    const again = detail["again"] === true ? " otra vez" : "";
    return frase`${by("El calendario")} envió${again} la liquidación de ${it} de ${month} a ${addressWords(text("addresses"))}, ${languageWords(text("language"))}`;
  },
};

const addressWords = (text: string) => (text === "1" ? "1 dirección" : `${text} direcciones`);
const leftWords = (text: string) =>
  text === "0" ? "ya nadie las recibe" : `${text === "1" ? "queda" : "quedan"} ${addressWords(text)}`;
const languageWords = (text: string) => (text === "es" ? "en español" : "en inglés");

function staffChanged({ who, it, detail, course }: SpanishDeed): Piece[] {
  const [before, after] = [fieldsOf(detail["before"]), fieldsOf(detail["after"])];
  const idsOf = (field: string) => [after?.[field] ?? []].flat();
  const served = listedIn(idsOf("courseIds").map(course));
  const reading = idsOf("statementCourseIds").map(course);
  const read = reading.length === 0 ? [] : frase`, con acceso a los estados de cuenta de ${listedIn(reading)}`;
  const role = after?.["role"];
  if (role === "admin") return frase`${who} nombró administrador a ${it}`;
  if (role !== "staff") return frase`${who} terminó el trabajo de ${it} en la mesa`;
  return before?.["role"] === "staff"
    ? frase`${who} cambió los campos de ${it} a ${served}${read}`
    : frase`${who} hizo a ${it} personal de ${served}${read}`;
}

/** The sentence of a line. A line with an action of another release reads as that action. */
export function spanishOf(deed: TrailLine, names: Names): Piece[] {
  const known = (sentences as Readonly<Record<string, Sentence>>)[deed.action];
  const one = spanishWordsOf(deed, names);
  return known ? known(one) : frase`${one.who}: ${deed.action.replaceAll(/[._]/g, " ")}`;
}
