/** The lines of a settlement about where the money is: at the payment service, at the bank, or not sorted yet. */
import { plus, type Section } from "../rules.ts";

const refundCash = ["refund_settled", "refund_returned"];
export const disputeKinds = ["chargeback", "chargeback_reversed"];
export const charged = ["capture", "capture_ahead", "capture_unfulfillable"];
/** The kinds that book a sale: a capture that starts at once, or the start of an order that was paid ahead. */
export const sale = ["capture", "start"];
export const byHand = "Adjusted by hand";
export const counted = { counted: true } as const;
export const total = { look: "total" } as const;
/** The payouts of the payment service to the operator's bank, and those that came back. */
const paidOut = ["bank_payout", "bank_payout_returned", "bank_payout_divided"];
/** Prizes were paid from cash once, until those payments were put to the bank's account. */
const prizes = ["pay_out", "pay_out_from_bank", "pay_out_back"];

export const moneySections: readonly Section[] = [
  {
    key: "cash",
    title: "Cash at the payment service",
    account: "cash",
    lines: [
      { key: "cashCaptured", label: "Captured", terms: [plus("cash", ...charged)] },
      { key: "cashRefunded", label: "Refunds", terms: [plus("cash", ...refundCash)] },
      { key: "cashDisputed", label: "Disputes", terms: [plus("cash", ...disputeKinds)] },
      { key: "cashPrizes", label: "Prizes", terms: [plus("cash", ...prizes)] },
      { key: "cashFees", label: "Fees", terms: [plus("cash", "gateway_fee")] },
      { key: "cashOther", label: "Not explained by a payment", terms: [plus("cash", "gateway_other")] },
      { key: "cashPaidOut", label: "Paid out to the bank", terms: [plus("cash", ...paidOut)], ...counted },
    ],
  },
  {
    key: "bank",
    title: "Bank",
    account: "bank",
    lines: [
      {
        key: "bankPaidOut",
        label: "From the payment service",
        terms: [plus("bank", "bank_payout", "bank_payout_divided")],
        ...counted,
      },
      {
        key: "bankReturned",
        label: "Payouts that came back",
        terms: [plus("bank", "bank_payout_returned")],
        ...counted,
      },
      {
        key: "bankPrizes",
        label: "Prizes paid",
        terms: [plus("bank", ...prizes)],
      },
      {
        key: "bankRefunds",
        label: "Refunds by check or transfer",
        terms: [plus("bank", "refund_paid_otherwise")],
        ...counted,
      },
      { key: "bankRange", label: "Paid to the range", terms: [plus("bank", "range_paid", "range_paid_back")] },
      { key: "bankPot", label: "The pot of a closed course", terms: [plus("bank", "close_pot_bank")] },
      { key: "bankTax", label: "Tax remitted", terms: [plus("bank", "tax_remitted", "tax_remitted_back")] },
    ],
  },
  {
    key: "suspense",
    title: "Not sorted yet",
    account: "suspense",
    lines: [
      { key: "suspenseCame", label: "Not explained by a payment", terms: [plus("suspense", "gateway_other")] },
      { key: "suspenseSorted", label: "Sorted", terms: [plus("suspense", "gateway_sorted")] },
    ],
  },
];
