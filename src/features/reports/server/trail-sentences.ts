/**
 * The audit trail in sentences: 'Alex refunded $10.80 of order 1045 to Sam P.: rain'. A sentence is made when its line
 * is read: a course has its present name, and a deleted person has none.
 */
import { documentWords, methodWords } from "#features/claims/rules.ts";
import type { AuditAction } from "#platform/shared/audit-actions.ts";
import * as books from "./trail-books.ts";
import { listed, type Names, trailPages, type Piece, sentence } from "./trail-pieces.ts";
import { type TrailLine, fieldsOf, type DeedWords, wordsOf } from "./trail-told.ts";

type Sentence = (deed: DeedWords) => Piece[];

/** Names who made a change, or that the server made it when it started; the fields stand beside the sentence. */
const added: Sentence = ({ who, it }) => sentence`${who} added ${it}`;
const changed: Sentence = ({ by, it }) => sentence`${by("The server, when it started,")} changed ${it}`;

/** `The refund of $3.00 of order 1045 to Sam P. was refused: expired card`. */
const refundThat =
  (words: string): Sentence =>
  ({ refund, orderTo, failure }) =>
    sentence`The refund of ${refund} of ${orderTo} ${words}${failure}`;

/** A claim is rejected or forfeited without a person when the bank has taken its payment back. */
const bankMay =
  (words: string): Sentence =>
  ({ by, it, why }) =>
    sentence`${by("The bank's decision")} ${words} ${it}${why}`;

const proposal =
  (words: string): Sentence =>
  (deed) =>
    sentence`${deed.who} ${deed.page(words, trailPages.proposals)} to ${books.proposalWords(deed)}${deed.why}`;

const sentences: Readonly<Record<AuditAction, Sentence>> = {
  "account.delete": ({ it: [account] }) => sentence`A player deleted ${{ ...account, text: "their account" }}`,
  "account.email_moved": ({ who, it, why }) => sentence`${who} moved ${it} to another email address${why}`,
  "account.grant_admin": ({ who, it }) => sentence`${who} made ${it} an administrator`,
  "account.recovered": ({ who, it, why }) => sentence`${who} took the passkeys of ${it} off${why}`,
  "account.signed_out": ({ who, it, why }) => sentence`${who} signed ${it} out everywhere${why}`,
  "account.sessions_listed": ({ who, it }) => sentence`${who} listed where ${it} is signed in`,
  "deletions.listed": ({ who }) => sentence`${who} listed which accounts were deleted`,
  "push.keys_changed": ({ who }) =>
    sentence`${who} made new keys for notifications, which switched them off everywhere`,
  "roles.listed": ({ who, page }) => sentence`${who} listed ${page("who has a role", trailPages.staff)}`,
  "news.resent": newsResent,
  "backup.made": ({ who }) => sentence`${who} made a backup`,
  "backup.proven": ({ who }) => sentence`${who} restored a backup on trial, and its books agreed`,
  "backup.not_proven": ({ who, why }) => sentence`${who} restored a backup on trial, and it failed${why}`,
  "person_note.added": ({ who, it }) => sentence`${who} wrote a note about ${it}`,
  "person_note.removed": ({ who, it }) => sentence`${who} removed a note about ${it}`,
  "passkey.added": ({ who, text }) => sentence`${who} added the passkey '${text("label")}'`,
  "passkey.removed": ({ who, text }) => sentence`${who} removed the passkey '${text("label")}'`,
  "proposal.proposed": proposal("proposed"),
  "proposal.approved": proposal("approved the proposal"),
  "proposal.withdrawn": proposal("withdrew the proposal"),
  "staff.changed": staffChanged,
  "staff.invited": invitation("invited somebody"),
  "staff.invitation_sent_again": invitation("sent an invitation again"),
  "staff.invitation_taken_back": invitation("took an invitation back"),
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
    sentence`${who} marked ${it} as ${fieldsOf(detail["after"])?.["handled"] === true ? "handled" : "open again"}`,
  "session.pause": ({ who, bay, why }) => sentence`${who} paused ${bay}${why}`,
  "session.resume": ({ who, bay }) => sentence`${who} resumed ${bay}`,
  "session.extend": ({ who, bay, text, why }) => sentence`${who} gave ${text("minutes")} minutes more to ${bay}${why}`,
  "session.move": ({ who, bay, inside, why }) =>
    sentence`${who} moved ${bay}, to bay ${inside("after", "bayNumber")}${why}`,
  "order.refunded": ({ who, money, orderTo, why }) =>
    sentence`${who} refunded ${money("amountCents")} of ${orderTo}${why}`,
  "order.claims_released": ({ who, orderOf, why }) => sentence`${who} let the claims of ${orderOf} stand${why}`,
  "refund.cancelled": refundThat("was cancelled at the payment service"),
  "refund.dropped": refundThat("is no longer owed"),
  "refund.failed": refundThat("was refused"),
  "refund.made_at_gateway": ({ money, orderTo }) =>
    sentence`${money("amountCents")} of ${orderTo} were refunded at the payment service's own dashboard`,
  "refund.paid_after_all": refundThat("was paid after all"),
  "refund.paid_otherwise": (deed) =>
    sentence`${deed.who} approved the refund of ${deed.money("amountCents")} of ${deed.orderTo} by ${books.otherWayWords(deed)}`,
  "refund.retried": ({ who, refund, orderTo }) => sentence`${who} sent the refund of ${refund} of ${orderTo} once more`,
  "refund.returned": refundThat("came back and is owed again"),
  "dispute.opened": ({ money, orderOf, why }) =>
    sentence`The bank disputes ${money("amountCents")} of ${orderOf}${why}`,
  "dispute.won": ({ orderOf }) => sentence`The dispute over ${orderOf} was won`,
  "dispute.lost": ({ orderOf }) => sentence`The dispute over ${orderOf} was lost`,
  "claim.seen": ({ who, it, remark }) => sentence`${who} saw the shot of ${it}${remark}`,
  "claim.not_seen": ({ who, it, remark }) => sentence`${who} did not see the shot of ${it}${remark}`,
  "claim.verified": ({ who, it }) => sentence`${who} verified ${it}`,
  "claim.rejected": bankMay("rejected"),
  "claim.released": ({ who, it, why }) => sentence`${who} let ${it} stand${why}`,
  "claim.confirmed_age_18": ({ who, it, word, remark }) => {
    const document = word("document", documentWords);
    return sentence`${who} confirmed for ${it} that its player is 18 or older${document && ` (${document})`}${remark}`;
  },
  "claim.confirmed_tax_form": ({ who, it, text, remark }) =>
    sentence`${who} confirmed the tax form ${text("form")} of ${text("year")} for ${it}${remark}`,
  "claim.confirmed_tee_time": ({ who, it, remark }) => sentence`${who} confirmed the tee time for ${it}${remark}`,
  "claim.approved": ({ who, it }) => sentence`${who} approved the payout of ${it}`,
  "claim.paid": ({ who, it, text, word }) => {
    const how = [word("method", methodWords).toLowerCase(), text("reference")].filter(Boolean).join(" ");
    return sentence`${who} paid ${it}${how && `: ${how}`}`;
  },
  "claim.came_back": ({ who, it, why }) => sentence`${who} recorded that the payout of ${it} came back${why}`,
  "claim.forfeited": bankMay("forfeited the payout of"),
  "payouts.approval_limit_set": (deed) => sentence`${deed.who} ${books.limitWords(deed, "set", "lifted")}`,
  "payouts.threshold_set": ({ who, money, subject, page }) =>
    sentence`${who} set the tax form's threshold of ${page(subject, trailPages.payouts)} to ${money("aboveCents")}`,
  "payout.divided": books.payoutDivided,
  "transaction.sorted": books.transactionSorted,
  "books.adjusted": (deed) => sentence`${deed.who} ${books.adjustWords(deed, ["added", "took"], deed.it)}${deed.why}`,
  "range.paid": (deed) => books.paymentRecorded(deed, "range", false),
  "range.paid_back": (deed) => books.paymentRecorded(deed, "range", true),
  "tax.remitted": (deed) => books.paymentRecorded(deed, "tax", false),
  "tax.remitted_back": (deed) => books.paymentRecorded(deed, "tax", true),
  "journal.numbered": ({ who, page }) =>
    sentence`${who} changed the ${page("journal's account numbers", trailPages.journal)}`,
  "month.closed": books.monthClosed,
  "settlement.mail_set": books.settlementMailSet,
  "settlement.mail_ended": ({ who, it }) => sentence`${who} ended the mailing of the settlements of ${it}`,
  "settlement.mailed": books.settlementMailed,
  "settlement.address_gone": books.settlementAddressGone,
};

function newsResent({ who, text }: DeedWords): Piece[] {
  const [letters, notices] = [text("letters") || "0", text("notices") || "0"];
  return sentence`${who} had what could not be sent tried again at once (letters: ${letters}, notifications: ${notices})`;
}

function staffChanged({ who, it, detail, course }: DeedWords): Piece[] {
  const [before, after] = [fieldsOf(detail["before"]), fieldsOf(detail["after"])];
  const idsOf = (field: string) => [after?.[field] ?? []].flat();
  const served = listed(idsOf("courseIds").map(course));
  const reading = idsOf("statementCourseIds").map(course);
  const read = reading.length === 0 ? [] : sentence`, who may read the statements of ${listed(reading)}`;
  const role = after?.["role"];
  if (role === "admin") return sentence`${who} made ${it} an administrator`;
  if (role !== "staff") return sentence`${who} ended the work of ${it} at the desk`;
  return before?.["role"] === "staff"
    ? sentence`${who} changed the courses of ${it} to ${served}${read}`
    : sentence`${who} made ${it} staff of ${served}${read}`;
}

/** Whom it was for is not kept: they have no account yet. */
function invitation(did: string): Sentence {
  return ({ who, detail, course }) => {
    const after = fieldsOf(detail["after"]);
    if (after?.["role"] === "admin") return sentence`${who} ${did}: administrator`;
    return sentence`${who} ${did}: staff of ${listed([after?.["courseIds"] ?? []].flat().map(course))}`;
  };
}

/** The sentence of a line. A line with an action of another release reads as that action. */
export function sentenceOf(deed: TrailLine, names: Names): Piece[] {
  const known = (sentences as Readonly<Record<string, Sentence>>)[deed.action];
  const one = wordsOf(deed, names);
  return known ? known(one) : sentence`${one.who}: ${deed.action.replaceAll(/[._]/g, " ")}`;
}
