/**
 * The audit trail in sentences: 'Alex refunded $10.80 of order 1045 to Sam P.: rain'. They are made from what a line
 * keeps when they are read: a course is named as it is called today, and a deleted person by nobody's name.
 */
import { documentWords, methodWords } from "#features/claims/rules.ts";
import type { AuditAction } from "#platform/shared/audit-actions.ts";
import * as books from "./trail-books.ts";
import { listed, type Names, pages, type Piece, say } from "./trail-pieces.ts";
import { type Deed, fieldsOf, type Told, told } from "./trail-told.ts";

type Sentence = (deed: Told) => Piece[];

/** Who made a change is told, or that the server did when it started; the fields stand beside the sentence. */
const added: Sentence = ({ who, it }) => say`${who} added ${it}`;
const changed: Sentence = ({ by, it }) => say`${by("The server, when it started,")} changed ${it}`;

/** `The refund of $3.00 of order 1045 to Sam P. was refused: expired card`. */
const refundThat =
  (words: string): Sentence =>
  ({ refund, orderTo, failure }) =>
    say`The refund of ${refund} of ${orderTo} ${words}${failure}`;

/** A claim loses by itself when the bank has taken its payment back. */
const bankMay =
  (words: string): Sentence =>
  ({ by, it, why }) =>
    say`${by("The bank's decision")} ${words} ${it}${why}`;

const proposal =
  (words: string): Sentence =>
  (deed) =>
    say`${deed.who} ${deed.page(words, pages.proposals)} to ${books.proposalWords(deed)}${deed.why}`;

const sentences: Readonly<Record<AuditAction, Sentence>> = {
  "account.delete": ({ it: [account] }) => say`A player deleted ${{ ...account, text: "their account" }}`,
  "account.email_moved": ({ who, it, why }) => say`${who} moved ${it} to another email address${why}`,
  "account.grant_admin": ({ who, it }) => say`${who} made ${it} an administrator`,
  "account.recovered": ({ who, it, why }) => say`${who} took the passkeys of ${it} off${why}`,
  "account.signed_out": ({ who, it, why }) => say`${who} signed ${it} out everywhere${why}`,
  "push.keys_changed": ({ who }) => say`${who} made new keys for notifications, which switched them off everywhere`,
  "roles.listed": ({ who, page }) => say`${who} listed ${page("who has a role", pages.staff)}`,
  "news.resent": newsResent,
  "backup.made": ({ who }) => say`${who} made a backup`,
  "backup.proven": ({ who }) => say`${who} restored a backup on trial, and its books agreed`,
  "backup.not_proven": ({ who, why }) => say`${who} restored a backup on trial, and it failed${why}`,
  "person_note.added": ({ who, it }) => say`${who} wrote a note about ${it}`,
  "person_note.removed": ({ who, it }) => say`${who} removed a note about ${it}`,
  "passkey.added": ({ who, text }) => say`${who} added the passkey '${text("label")}'`,
  "passkey.removed": ({ who, text }) => say`${who} removed the passkey '${text("label")}'`,
  "proposal.proposed": proposal("proposed"),
  "proposal.approved": proposal("approved the proposal"),
  "proposal.withdrawn": proposal("withdrew the proposal"),
  "staff.changed": staffChanged,
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
    say`${who} marked ${it} as ${fieldsOf(detail["after"])?.["handled"] === true ? "handled" : "open again"}`,
  "session.pause": ({ who, bay, why }) => say`${who} paused ${bay}${why}`,
  "session.resume": ({ who, bay }) => say`${who} resumed ${bay}`,
  "session.extend": ({ who, bay, text, why }) => say`${who} gave ${text("minutes")} minutes more to ${bay}${why}`,
  "session.move": ({ who, bay, inside, why }) => say`${who} moved ${bay}, to bay ${inside("after", "bayNumber")}${why}`,
  "order.refunded": ({ who, money, orderTo, why }) => say`${who} refunded ${money("amountCents")} of ${orderTo}${why}`,
  "order.claims_released": ({ who, orderOf, why }) => say`${who} let the claims of ${orderOf} stand${why}`,
  "refund.cancelled": refundThat("was cancelled at the payment service"),
  "refund.dropped": refundThat("is no longer owed"),
  "refund.failed": refundThat("was refused"),
  "refund.made_at_gateway": ({ money, orderTo }) =>
    say`${money("amountCents")} of ${orderTo} were refunded at the payment service's own dashboard`,
  "refund.paid_after_all": refundThat("was paid after all"),
  "refund.paid_otherwise": (deed) =>
    say`${deed.who} approved the refund of ${deed.money("amountCents")} of ${deed.orderTo} by ${books.otherWayWords(deed)}`,
  "refund.retried": ({ who, refund, orderTo }) => say`${who} sent the refund of ${refund} of ${orderTo} once more`,
  "refund.returned": refundThat("came back and is owed again"),
  "dispute.opened": ({ money, orderOf, why }) => say`The bank disputes ${money("amountCents")} of ${orderOf}${why}`,
  "dispute.won": ({ orderOf }) => say`The dispute over ${orderOf} was won`,
  "dispute.lost": ({ orderOf }) => say`The dispute over ${orderOf} was lost`,
  "claim.seen": ({ who, it, remark }) => say`${who} saw the shot of ${it}${remark}`,
  "claim.not_seen": ({ who, it, remark }) => say`${who} did not see the shot of ${it}${remark}`,
  "claim.verified": ({ who, it }) => say`${who} verified ${it}`,
  "claim.rejected": bankMay("rejected"),
  "claim.released": ({ who, it, why }) => say`${who} let ${it} stand${why}`,
  "claim.confirmed_age_18": ({ who, it, word, remark }) => {
    const document = word("document", documentWords);
    return say`${who} confirmed for ${it} that its player is 18 or older${document && ` (${document})`}${remark}`;
  },
  "claim.confirmed_tax_form": ({ who, it, text, remark }) =>
    say`${who} confirmed the tax form ${text("form")} of ${text("year")} for ${it}${remark}`,
  "claim.confirmed_tee_time": ({ who, it, remark }) => say`${who} confirmed the tee time for ${it}${remark}`,
  "claim.approved": ({ who, it }) => say`${who} approved the payout of ${it}`,
  "claim.paid": ({ who, it, text, word }) => {
    const how = [word("method", methodWords).toLowerCase(), text("reference")].filter(Boolean).join(" ");
    return say`${who} paid ${it}${how && `: ${how}`}`;
  },
  "claim.came_back": ({ who, it, why }) => say`${who} recorded that the payout of ${it} came back${why}`,
  "claim.forfeited": bankMay("forfeited the payout of"),
  "payouts.approval_limit_set": (deed) => say`${deed.who} ${books.limitWords(deed, "set", "lifted")}`,
  "payouts.threshold_set": ({ who, money, subject, page }) =>
    say`${who} set the tax form's threshold of ${page(subject, pages.payouts)} to ${money("aboveCents")}`,
  "payout.divided": books.payoutDivided,
  "transaction.sorted": books.transactionSorted,
  "books.adjusted": (deed) => say`${deed.who} ${books.adjustWords(deed, ["added", "took"], deed.it)}${deed.why}`,
  "range.paid": (deed) => books.paymentRecorded(deed, "range", false),
  "range.paid_back": (deed) => books.paymentRecorded(deed, "range", true),
  "tax.remitted": (deed) => books.paymentRecorded(deed, "tax", false),
  "tax.remitted_back": (deed) => books.paymentRecorded(deed, "tax", true),
  "journal.numbered": ({ who, page }) => say`${who} changed the ${page("journal's account numbers", pages.journal)}`,
  "month.closed": books.monthClosed,
};

function newsResent({ who, text }: Told): Piece[] {
  const [letters, notices] = [text("letters") || "0", text("notices") || "0"];
  return say`${who} had what could not be sent tried again at once (letters: ${letters}, notifications: ${notices})`;
}

function staffChanged({ who, it, detail, course }: Told): Piece[] {
  const [before, after] = [fieldsOf(detail["before"]), fieldsOf(detail["after"])];
  const idsOf = (field: string) => [after?.[field] ?? []].flat();
  const served = listed(idsOf("courseIds").map(course));
  const reading = idsOf("statementCourseIds").map(course);
  const read = reading.length === 0 ? [] : say`, who may read the statements of ${listed(reading)}`;
  const role = after?.["role"];
  if (role === "admin") return say`${who} made ${it} an administrator`;
  if (role !== "staff") return say`${who} ended the work of ${it} at the desk`;
  return before?.["role"] === "staff"
    ? say`${who} changed the courses of ${it} to ${served}${read}`
    : say`${who} made ${it} staff of ${served}${read}`;
}

/** The sentence of a line. A line that another release has noted is told by its action. */
export function sentenceOf(deed: Deed, names: Names): Piece[] {
  const known = (sentences as Readonly<Record<string, Sentence>>)[deed.action];
  const one = told(deed, names);
  return known ? known(one) : say`${one.who}: ${deed.action.replaceAll(/[._]/g, " ")}`;
}
