/** Sentences of the audit trail about proposals and the books. */
import { otherWays } from "#features/orders/contract.ts";
import { otherwiseText } from "#features/orders/rules.ts";
import { formatCents } from "#platform/shared/money.ts";
import { accountKinds } from "../contract.ts";
import { monthName } from "../rules.ts";
import { listed, orderOfPieces, trailPages, personPiece, type Piece, sentence } from "./trail-pieces.ts";
import { fieldsOf, type DeedWords } from "./trail-told.ts";

/** The words after 'proposed to'. */
export function proposalWords(deed: DeedWords): Piece[] {
  const { names, subject, detail, text, money, course } = deed;
  const person = personPiece(names, subject);
  switch (text("kind")) {
    case "grant_admin":
      return sentence`make ${person} an administrator`;
    case "recover":
      return sentence`take the passkeys of ${person} off`;
    case "move_email":
      return sentence`move ${person} to another email address`;
    case "approval_limit":
      return limitWords(deed, "set", "lift");
    case "remit": {
      const month = text("month");
      const of = text("of") === "tax" ? "tax" : "range";
      const whom = sentence`${of === "tax" ? "the tax office for" : "the range of"} ${course(detail["courseId"])}`;
      const page = { text: monthName(month), href: trailPages.statement(Number(detail["courseId"]), month, of) };
      return sentence`pay ${money("amountCents")} to ${whom} for ${page}`;
    }
    case "adjust":
      return adjustWords(deed, ["add", "take"], course(detail["courseId"]));
    case "refund_otherwise": {
      const order = names.refund.get(text("refundId"))?.orderId ?? "";
      return sentence`refund ${money("amountCents")} of ${orderOfPieces(names, order, "to")} by ${otherWayWords(deed)}`;
    }
    case "close_course":
      return sentence`close ${course(detail["courseId"])} for good`;
    default:
      return sentence`do something that is no longer known`;
  }
}

/** `add $5.00 to 'Pot' of Pine Hills, by hand`. @param verbs for more and for less */
export function adjustWords(
  deed: DeedWords,
  [add, take]: readonly [string, string],
  course: readonly Piece[],
): Piece[] {
  const cents = Number(deed.detail["amountCents"] ?? 0);
  const label = accountKinds.find(({ account }) => account === deed.text("account"))?.label ?? "an account";
  const [verb, way] = cents < 0 ? [take, "from"] : [add, "to"];
  return sentence`${verb} ${formatCents(Math.abs(cents))} ${way} '${label}' of ${course}, by hand`;
}

/** @param verbs for a limit, and for none */
export function limitWords({ money, page }: DeedWords, set: string, lift: string): Piece[] {
  const limit = page("the approval limit of payouts", trailPages.payouts);
  const to = money("aboveCents");
  return to === "" ? sentence`${lift} ${limit}` : sentence`${set} ${limit} to ${to}`;
}

/** How a refund was paid that the payment service would not make: `check 1007 of 2026-11-20`. */
export function otherWayWords({ text }: DeedWords): string {
  const method = otherWays.find((way) => way === text("method")) ?? "transfer";
  return otherwiseText({ method, reference: text("reference"), paidOn: text("paidOn") });
}

export function closedForGood({ who, it, detail, money, text, course }: DeedWords): Piece[] {
  const rest = detail["restCents"];
  const receiver =
    detail["intoCourseId"] === null ? text("recipient") : sentence`the jackpot of ${course(detail["intoCourseId"])}`;
  const went = rest === 0 ? sentence`` : sentence`, ${money("restCents")} to ${receiver}`;
  return sentence`${who} closed ${it} for good: of its jackpot ${money("toHouseCents")} back to the house${went}`;
}

export function payoutDivided({ who, detail, page, course, why }: DeedWords): Piece[] {
  const parts: readonly unknown[] = [detail["parts"] ?? []].flat();
  const shares = parts.map((part) => {
    const { cents, courseId } = fieldsOf(part) ?? {};
    return sentence`${formatCents(Number(cents ?? 0))} to ${course(courseId)}`;
  });
  return sentence`${who} divided ${page("a payout", trailPages.reconciliation)} of the payment service: ${listed(shares)}${why}`;
}

export function transactionSorted({ who, detail, text, money, page, course, why }: DeedWords): Piece[] {
  const into = text("into");
  const target = into === "bank" ? sentence`the bank` : sentence`the ${into} of ${course(detail["courseId"])}`;
  return sentence`${who} sorted ${page("a transaction", trailPages.reconciliation)} of ${money("amountCents")} into ${target}${why}`;
}

/** A payment to a range or a tax office, or its counter-entry. */
export function paymentRecorded(
  { who, it, courseId, money, text, why }: DeedWords,
  of: "range" | "tax",
  back: boolean,
): Piece[] {
  const month = text("month");
  const page = { text: monthName(month), href: trailPages.statement(courseId, month, of) };
  const whom = sentence`${of === "tax" ? "the tax office for" : "the range of"} ${it}`;
  const amount = money("amountCents");
  return back
    ? sentence`${who} took back the payment of ${amount} to ${whom} for ${page}${why}`
    : sentence`${who} paid ${amount} to ${whom} for ${page}, reference ${text("reference")}`;
}

export function monthClosed({ who, subject, it, courseId, text, page }: DeedWords): Piece[] {
  const [course, of] = subject === "house" ? (["all", "the house"] as const) : ([courseId, it] as const);
  return sentence`${who} closed ${page(monthName(text("month")), trailPages.settlement(course, text("month")))} of ${of}`;
}

const addressWords = (text: string) => (text === "1" ? "1 address" : `${text} addresses`);
const languageWords = (text: string) => (text === "es" ? "in Spanish" : "in English");

export function settlementMailSet({ who, it, text }: DeedWords): Piece[] {
  const [addresses, language] = [addressWords(text("addresses")), languageWords(text("language"))];
  return sentence`${who} had the settlements of ${it} mailed to ${addresses}, ${language}, from day ${text("day")} of the next month on`;
}

/** Nobody's deed when it goes by itself. */
export function settlementMailed({ by, it, courseId, text, detail, page }: DeedWords): Piece[] {
  const month = page(monthName(text("month")), trailPages.settlement(courseId, text("month")));
  const once = detail["again"] === true ? " again" : "";
  return sentence`${by("The schedule")} mailed the settlement of ${it} for ${month}${once} to ${addressWords(text("addresses"))}, ${languageWords(text("language"))}`;
}

/** Nobody's deed: it comes with the deletion of the account, whose line names it. */
export function settlementAddressGone({ it, text }: DeedWords): Piece[] {
  const left = text("left") === "0" ? "nobody gets them any more" : `${addressWords(text("left"))} left`;
  return sentence`The deletion of an account took ${addressWords(text("addresses"))} off the settlements of ${it}: ${left}`;
}
