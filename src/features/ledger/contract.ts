/** What others see of the ledger: its topic in the live hub, and the kinds of its transfers. */

/** The pots, and what pending claims hold of them. */
export const POTS = "pots";

/** The events that a transfer books, as the rules of the ledger name them. */
export const transferKinds = [
  "open_pot",
  "capture",
  "capture_ahead",
  "capture_unfulfillable",
  "start",
  "reverse",
  "reserve",
  "reseed",
  "verify",
  "reject",
  "pay_out",
  "pay_out_back",
  // A prize that was paid from cash before the rule's third version: it was the bank's money.
  "pay_out_from_bank",
  "forfeit",
  "refund",
  "refund_ahead",
  "refund_reversed",
  "refund_settled",
  // A refund that the gateway will not make, from the bank.
  "refund_paid_otherwise",
  "refund_returned",
  "refund_dropped",
  "refund_revived",
  "refund_cancelled",
  "chargeback",
  "chargeback_reversed",
  "range_paid",
  "range_paid_back",
  "tax_remitted",
  "tax_remitted_back",
  "adjust",
  // The pot of a course that closes for good: to the house, and the rest to another pot, by way of the house, or to somebody from the bank.
  "close_pot_house",
  "close_pot_out",
  "close_pot_in",
  "close_pot_bank",
  // The fee of a transaction at the gateway, and money there that belongs to no payment of ours.
  "gateway_fee",
  "gateway_other",
  // The account into which an administrator sorted such money.
  "gateway_sorted",
  // A course's part of a payout of the gateway to the bank, and of one that came back.
  "bank_payout",
  "bank_payout_returned",
  // A course's part of a payout that was made by hand. It is taken back from the house, to which it was booked first.
  "bank_payout_divided",
] as const;
export type TransferKind = (typeof transferKinds)[number];
