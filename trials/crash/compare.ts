/** Compares the outside log with the books: what was acknowledged is there once, and what was refused is not there. */
import { type Books, orderKey } from "./books.ts";
import type { Answer, Entry, Intent } from "./log.ts";

export interface Verdict {
  /** Acknowledged but not in the books, or different there. */
  losses: string[];
  /** Charged, refunded or recorded more than once for one intent, or in spite of a refusal. */
  doubles: string[];
  /** Still open after the time in which everything should settle. */
  unsettled: string[];
}

type Of<K extends Intent["kind"]> = Extract<Intent, { kind: K }>;

/** Compares after the load has stopped and the reconciler has run. */
export function compare(entries: readonly Entry[], books: Books): Verdict {
  const verdict: Verdict = { losses: [], doubles: [], unsettled: [] };
  const undone = new Set(entries.flatMap(({ intent }) => (intent.kind === "undo" ? [intent.attemptId] : [])));
  for (const { intent, answers } of entries) {
    const lost = (what: string) => verdict.losses.push(`${what} (${JSON.stringify({ intent, answers })})`);
    const double = (what: string) => verdict.doubles.push(`${what} (${JSON.stringify({ intent, answers })})`);
    const acknowledged = answers.filter(({ result }) => result === "acknowledged");
    const to = { answers, acknowledged, lost, double };
    switch (intent.kind) {
      case "register":
        if (books.userByEmail.get(intent.email)?.length !== 1 && acknowledged.length > 0) lost("no such account");
        break;
      case "payment":
        comparePayment(books, intent, to);
        break;
      case "start":
        for (const { sessionId } of acknowledged)
          if (books.orderById.get(intent.orderId)?.sessionId !== sessionId || !books.sessionStatus.has(sessionId ?? ""))
            lost("the order's session is not there");
        break;
      case "shot":
      case "claim":
        compareShot(books, intent, to);
        for (const { attemptId } of acknowledged)
          if (books.shotById.get(attemptId ?? "")?.withdrawn && !undone.has(attemptId ?? ""))
            lost("the shot is withdrawn, and nobody asked for it");
        break;
      case "undo":
        if (acknowledged.length > 0 && !books.shotById.get(intent.attemptId)?.withdrawn) lost("the miss still counts");
        break;
      case "end":
        if (acknowledged.length > 0 && books.sessionStatus.get(intent.sessionId) !== "completed")
          lost("the session still runs");
        break;
      case "verify":
      case "reject":
      case "forfeit": {
        const claim = books.claims.get(intent.claimId);
        const expected = { verify: "verified", reject: "rejected", forfeit: "forfeited" }[intent.kind];
        if (acknowledged.length > 0 && (intent.kind === "forfeit" ? claim?.payout : claim?.status) !== expected)
          lost("the verdict is not there");
        break;
      }
      case "refund":
        compareRefund(books, intent, to);
        break;
    }
  }
  if (books.unsettled.payments > 0) verdict.unsettled.push(`${books.unsettled.payments} payments are still open`);
  if (books.unsettled.refunds > 0) verdict.unsettled.push(`${books.unsettled.refunds} refunds are still due`);
  return verdict;
}

interface To {
  answers: readonly Answer[];
  acknowledged: readonly Answer[];
  lost: (what: string) => void;
  double: (what: string) => void;
}

function comparePayment(books: Books, intent: Of<"payment">, { answers, lost, double }: To): void {
  const key = orderKey(intent.userId, intent.bay);
  const orders = books.orders.get(key) ?? [];
  const captures = orders.flatMap((order) => order.captures);
  if (captures.length > 1) double(`charged ${captures.length} times`);
  if ((books.sessions.get(key)?.length ?? 0) > 1) double("two sessions for one payment");
  for (const { result, orderId, sessionId, cents } of answers) {
    if ((result === "declined" || result === "refused") && captures.length > 0) double(`charged although ${result}`);
    if (result !== "acknowledged" && result !== "given back") continue;
    const order = orders.find(({ id }) => id === orderId);
    if (!order || order.captures[0] !== intent.cents || cents !== intent.cents) lost("no capture of this amount");
    else if (result === "given back") {
      if (order.refunded !== intent.cents) lost("told that it is given back, but it is not");
    } else if (sessionId !== undefined) {
      if (order.sessionId !== sessionId || !books.sessionStatus.has(sessionId))
        lost("the session paid for is not there");
    } else if (
      order.sessionId === null &&
      order.status !== "paid" &&
      order.status !== "reversed" &&
      order.refunded === 0
    )
      lost("neither a session, nor waiting, nor refunded");
  }
}

function compareShot(books: Books, intent: Of<"shot" | "claim">, { answers, acknowledged, lost, double }: To): void {
  const shots = books.shots.get(intent.shotId) ?? [];
  if (shots.length > 1) double("recorded more than once");
  const [shot] = shots;
  if (shot && acknowledged.length === 0 && answers.some(({ result }) => result === "refused"))
    double("recorded although refused");
  for (const { attemptId, claimId, cents } of acknowledged) {
    if (!shot || shot.sessionId !== intent.sessionId) lost("no such shot");
    else if (shot.id !== attemptId) lost("it was told as another shot");
    if (intent.kind !== "claim") continue;
    const claim = books.claims.get(claimId ?? "");
    if (!claim || claim.attemptId !== attemptId) lost("no such claim");
    else if (claim.cents < (cents ?? 0)) lost(`the claim is down to ${claim.cents} cents`);
  }
}

function compareRefund(books: Books, intent: Of<"refund">, { answers, acknowledged, lost, double }: To): void {
  const refunds = (books.refunds.get(intent.reason) ?? []).filter(({ orderId }) => orderId === intent.orderId);
  if (refunds.length > 1) double("refunded more than once");
  if (refunds.length > 0 && answers.some(({ result }) => result === "refused")) double("refunded although refused");
  const [refund] = refunds;
  for (const { cents } of acknowledged) {
    if (!refund || refund.cents !== (cents ?? intent.cents ?? refund.cents)) lost("no such refund");
    else if (refund.settled && refund.paid !== refund.cents) lost("the gateway did not pay it back");
  }
}
