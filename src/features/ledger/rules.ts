/**
 * The ledger's transfers (rules, section 5): who is debited and credited, in cents, for each event. These functions are
 * pure; the store writes their result. A transfer is a list of postings whose amounts sum to zero: debits positive,
 * credits negative.
 */
import { type MilliPercent, shareOf, taxWithin } from "#platform/shared/money.ts";

/**
 * The version of the rules by which a transfer is made; each transfer carries its own. Since version 2, an order that
 * is paid ahead is deferred until it starts, and refunds take back the range's share, too. Since version 3 prizes are
 * paid from the bank.
 */
export const RULE = 3;

export interface Posting {
  account: string;
  /** Cents; positive is a debit. */
  amount: number;
}

/** The names of accounts. */
export const account = {
  cash: (courseId: number) => `cash:${courseId}`,
  deferred: (courseId: number) => `deferred:${courseId}`,
  pot: (courseId: number) => `pot:${courseId}`,
  revenue: (courseId: number) => `revenue:${courseId}`,
  rangeShare: (courseId: number) => `range_share:${courseId}`,
  taxPayable: (courseId: number) => `tax_payable:${courseId}`,
  fees: (courseId: number) => `fees:${courseId}`,
  adjustment: (courseId: number) => `adjustment:${courseId}`,
  reserved: (claimId: string) => `reserved:${claimId}`,
  prizePayable: (claimId: string) => `prize_payable:${claimId}`,
  refundsPayable: (paymentId: string) => `refunds_payable:${paymentId}`,
  houseFunding: "house_funding",
  disputeLoss: "dispute_loss",
  bank: "bank",
  /** Money at the gateway, and its fees, that belong to no course. */
  houseCash: "cash:house",
  houseFees: "fees:house",
  suspense: "suspense:house",
} as const;

/** The accounts that belong to no course. */
export const houseAccounts: readonly string[] = [
  account.houseFunding,
  account.disputeLoss,
  account.bank,
  account.houseCash,
  account.houseFees,
  account.suspense,
];

/** Moves an amount from one account (debited) to another (credited). */
export function moved(amount: number, debit: string, credit: string): Posting[] {
  return [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ];
}

/** Sums the postings of each account and drops what cancels out. */
export function merged(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, number>();
  for (const { account: name, amount } of postings) sums.set(name, (sums.get(name) ?? 0) + amount);
  return [...sums].filter(([, amount]) => amount !== 0).map(([name, amount]) => ({ account: name, amount }));
}

/**
 * Where a price goes, frozen on its order: the tax in it, and of what the tax leaves floor(net x basis points / 10,000)
 * to pot and range; the rest is revenue.
 */
export function shares(
  priceCents: number,
  terms: { taxRateMilli: MilliPercent; jackpotShareBp: number; rangeShareBp: number },
) {
  const tax = taxWithin(priceCents, terms.taxRateMilli);
  const net = priceCents - tax;
  return { tax, jackpot: shareOf(net, terms.jackpotShareBp), range: shareOf(net, terms.rangeShareBp) };
}

/** An order as its sale is booked: its price, and the tax and the shares that were frozen on it, in cents. */
export interface Sale {
  courseId: number;
  amount: number;
  tax: number;
  jackpotShare: number;
  rangeShare: number;
}

/** A payment that is captured and started at once: cash to tax, pot, range share and revenue. */
export function captured(order: Sale): Posting[] {
  return sold(order, account.cash(order.courseId), 0);
}

/**
 * The start of an order that was paid ahead: what is still deferred goes where the sale of a payment goes at once.
 * @param refunded cents that were given back before the start; their part of the tax and of each share counts as returned
 */
export function started(order: Sale, refunded: number): Posting[] {
  return sold(order, account.deferred(order.courseId), refunded);
}

function sold({ courseId, amount, ...order }: Sale, from: string, refunded: number): Posting[] {
  const left = (share: number) => share - partOf(share, refunded, amount);
  const [tax, jackpot, range] = [left(order.tax), left(order.jackpotShare), left(order.rangeShare)];
  return merged([
    { account: from, amount: amount - refunded },
    { account: account.taxPayable(courseId), amount: -tax },
    { account: account.pot(courseId), amount: -jackpot },
    { account: account.rangeShare(courseId), amount: -range },
    { account: account.revenue(courseId), amount: -(amount - refunded - tax - jackpot - range) },
  ]);
}

/** The cents of a share that refunds so far must take back: rounded down, and never more than the share. */
export function partOf(share: number, refunded: number, amount: number): number {
  return Math.floor((share * Math.min(refunded, amount)) / amount);
}

interface RefundOfOrder {
  orderAmount: number;
  /** Cents refunded before, including those dropped for a dispute, whose parts have gone back, too. */
  refundedBefore: number;
  amount: number;
}

/**
 * The part of a refund that the pot gives back, in cents: its share of all that was refunded, less what it already
 * gave, never below the pot's base.
 */
export function refundFromPot(
  refund: RefundOfOrder & { jackpotShare: number; potPartBefore: number; pot: number; base: number },
): number {
  const due = partOf(refund.jackpotShare, refund.refundedBefore + refund.amount, refund.orderAmount);
  return Math.max(0, Math.min(due - refund.potPartBefore, Math.max(0, refund.pot - refund.base)));
}

/**
 * The part of a refund that the tax or the range's share gives back, in cents, less what it already gave. What has been
 * remitted or paid already is owed to us.
 */
export function refundFromShare(refund: RefundOfOrder & { share: number; partBefore: number }): number {
  const due = partOf(refund.share, refund.refundedBefore + refund.amount, refund.orderAmount);
  return Math.max(0, due - refund.partBefore);
}

/** A refund of a sale falls due: the tax's part, the pot's, the range's, and the rest from revenue. */
export function refundDue(refund: {
  courseId: number;
  paymentId: string;
  amount: number;
  taxPart: number;
  potPart: number;
  rangePart: number;
}): Posting[] {
  const { taxPart, potPart, rangePart } = refund;
  return merged([
    { account: account.taxPayable(refund.courseId), amount: taxPart },
    { account: account.pot(refund.courseId), amount: potPart },
    { account: account.rangeShare(refund.courseId), amount: rangePart },
    { account: account.revenue(refund.courseId), amount: refund.amount - taxPart - potPart - rangePart },
    { account: account.refundsPayable(refund.paymentId), amount: -refund.amount },
  ]);
}

/** The reverse of a transfer: its debits become credits, its credits become debits. */
export function mirrored(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account: name, amount }) => ({ account: name, amount: -amount }));
}

/** A rejected jackpot claim gives the house's part back, and the rest to the heir: a later claim or the pot. */
export function released(claim: { claimId: string; amount: number; reseed: number; heir: string }): {
  postings: Posting[];
  toHeir: number;
} {
  const toHouse = Math.min(claim.amount, claim.reseed);
  const toHeir = claim.amount - toHouse;
  const postings = merged([
    { account: account.reserved(claim.claimId), amount: claim.amount },
    { account: account.houseFunding, amount: -toHouse },
    { account: claim.heir, amount: -toHeir },
  ]);
  return { postings, toHeir };
}

/**
 * Books a transaction of the gateway: its fee, and its amount if no other transfer books that. A fee that the gateway
 * gives back is below 0.
 * @param of the payment's course; undefined if the transaction belongs to no payment of ours
 * @param isKnown whether its amount is booked elsewhere: by its payment, refund, dispute or payout
 * @param isFee whether the whole amount is a fee of the account
 */
export function keptByGateway(
  { amount, fee }: { amount: number; fee: number },
  { of, isKnown, isFee }: { of: number | undefined; isKnown: boolean; isFee: boolean },
): Posting[] {
  const cash = of === undefined ? account.houseCash : account.cash(of);
  const fees = of === undefined ? account.houseFees : account.fees(of);
  if (isKnown) return moved(fee, fees, cash);
  return moved(amount - fee, cash, isFee ? fees : account.suspense);
}
