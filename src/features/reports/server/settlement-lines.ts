/**
 * The lines of a settlement. A section with an `account` explains it: its opening, the lines, its closing; there a line
 * has the sign in which it changes the account. A transfer moves at least two accounts, so a new kind of transfer needs
 * a line (or a place among a line's kinds) for each: `plus` is debits less credits, `minus` credits less debits. A
 * movement that no line sums makes the settlement's check fail, and the page names it as `kind: account`. Lines of 0
 * are folded.
 */
import { minus, plus, type Section } from "../rules.ts";
import { byHand, charged, counted, disputeKinds, moneySections, sale, total } from "./settlement-money-lines.ts";
import { houseSection, potSection } from "./settlement-pot-lines.ts";

const detail = { look: "detail" } as const;

const refunded = ["refund", "refund_ahead", "refund_reversed"];
/** The money that a lost dispute takes from deferred money, and its return when the dispute is won after all. */
const reversed = ["reverse", "refund_reversed"];
/** A dropped refund is no longer owed, until the dispute is won. */
const withdrawn = ["refund_dropped", "refund_revived"];
/** Refunds in place of withdrawn ones are no second loss of revenue. */
const replaced = ["refund", "refund_ahead"];
const noSession = "Captured but impossible to fulfil";

/** Every line, with the kinds of transfer and the account that it sums. */
export const sections: readonly Section[] = [
  {
    key: "sales",
    title: "Sales",
    lines: [
      { key: "gross", label: "Gross captured", terms: [plus("cash", ...charged)], ...counted },
      { key: "sold", label: "Started at once", terms: [plus("cash", "capture")], ...detail, ...counted },
      { key: "paidAhead", label: "Paid ahead", terms: [plus("cash", "capture_ahead")], ...detail, ...counted },
      { key: "unfulfillable", label: noSession, terms: [plus("cash", "capture_unfulfillable")], ...detail, ...counted },
    ],
  },
  {
    key: "shares",
    title: "Where the sales went",
    lines: [
      { key: "tax", label: "Tax", terms: [minus("tax_payable", ...sale)] },
      { key: "jackpotShare", label: "Jackpot share, into the pot", terms: [minus("pot", ...sale)] },
      { key: "rangeShare", label: "The range's share", terms: [minus("range_share", ...sale)] },
      { key: "revenueShare", label: "Revenue", terms: [minus("revenue", ...sale)] },
      { key: "shared", label: "Sales", terms: [plus("cash", "capture"), plus("deferred", "start")], ...total },
    ],
  },
  {
    key: "ahead",
    title: "Paid ahead, kept until the start",
    account: "deferred",
    lines: [
      { key: "aheadPaid", label: "Paid ahead", terms: [minus("deferred", "capture_ahead")], ...counted },
      { key: "aheadStarted", label: "Started", terms: [minus("deferred", "start")], ...counted },
      {
        key: "aheadRefunded",
        label: "Refunded before the start",
        terms: [minus("deferred", "refund_ahead")],
        ...counted,
      },
      { key: "aheadKept", label: "Refunds cancelled", terms: [minus("deferred", "refund_cancelled")], ...counted },
      { key: "aheadReversed", label: "Taken back by the bank", terms: [minus("deferred", "reverse")], ...counted },
    ],
  },
  {
    key: "tax",
    title: "Tax",
    account: "tax_payable",
    lines: [
      { key: "taxFromSales", label: "From sales", terms: [minus("tax_payable", ...sale)] },
      { key: "taxRefunded", label: "Given back in refunds", terms: [minus("tax_payable", "refund")] },
      { key: "taxCancelled", label: "Refunds cancelled", terms: [minus("tax_payable", "refund_cancelled")] },
      { key: "taxRemitted", label: "Remitted", terms: [minus("tax_payable", "tax_remitted")], ...counted },
      { key: "taxRemittedBack", label: "Came back", terms: [minus("tax_payable", "tax_remitted_back")], ...counted },
      { key: "taxAdjusted", label: byHand, terms: [minus("tax_payable", "adjust")] },
    ],
  },
  {
    key: "refunds",
    title: "Refunds",
    account: "refunds_payable",
    lines: [
      {
        key: "refundsDue",
        label: "Fell due",
        terms: [minus("refunds_payable", ...refunded, "capture_unfulfillable")],
        ...counted,
      },
      { key: "refundsFromTax", label: "From the tax", terms: [plus("tax_payable", "refund")], ...detail },
      { key: "refundsFromPot", label: "From the pot", terms: [plus("pot", "refund")], ...detail },
      { key: "refundsFromRange", label: "From the range's share", terms: [plus("range_share", "refund")], ...detail },
      { key: "refundsFromRevenue", label: "From revenue", terms: [plus("revenue", "refund")], ...detail },
      {
        key: "refundsFromAhead",
        label: "From what was paid ahead",
        terms: [plus("deferred", "refund_ahead")],
        ...detail,
      },
      {
        key: "refundsFromDisputes",
        label: "From disputes won after they were lost",
        terms: [plus("dispute_loss", "refund_reversed")],
        ...detail,
      },
      {
        key: "refundsUnfulfillable",
        label: noSession,
        terms: [minus("refunds_payable", "capture_unfulfillable")],
        ...detail,
        ...counted,
      },
      { key: "refundsSettled", label: "Paid back", terms: [minus("refunds_payable", "refund_settled")], ...counted },
      {
        key: "refundsOtherwise",
        label: "Paid by check or transfer",
        terms: [minus("refunds_payable", "refund_paid_otherwise")],
        ...counted,
      },
      {
        key: "refundsReturned",
        label: "Sent back by the golfer's bank, or cancelled",
        terms: [minus("refunds_payable", "refund_returned")],
        ...counted,
      },
      { key: "refundsDropped", label: "Withdrawn", terms: [minus("refunds_payable", ...withdrawn)], ...counted },
      {
        key: "refundsCancelled",
        label: "Cancelled at the payment service",
        terms: [minus("refunds_payable", "refund_cancelled")],
        ...counted,
      },
      { key: "cancelledToTax", label: "Back to the tax", terms: [minus("tax_payable", "refund_cancelled")], ...detail },
      { key: "cancelledToPot", label: "Back to the pot", terms: [minus("pot", "refund_cancelled")], ...detail },
      {
        key: "cancelledToRange",
        label: "Back to the range's share",
        terms: [minus("range_share", "refund_cancelled")],
        ...detail,
      },
    ],
  },
  {
    key: "disputes",
    title: "Disputes",
    lines: [
      { key: "chargebacks", label: "Chargebacks", terms: [minus("cash", "chargeback")], ...counted },
      {
        key: "chargebacksReversed",
        label: "Chargebacks won back",
        terms: [plus("cash", "chargeback_reversed")],
        ...counted,
      },
      {
        key: "disputesAhead",
        label: "Borne by what was paid ahead",
        terms: [minus("dispute_loss", "reverse")],
        ...counted,
      },
      {
        key: "disputesRefunded",
        label: "Won back and refunded",
        terms: [plus("dispute_loss", "refund_reversed")],
        ...counted,
      },
      {
        key: "disputeLoss",
        label: "Dispute losses",
        terms: [plus("dispute_loss", ...disputeKinds, ...reversed)],
        ...total,
      },
    ],
  },
  {
    key: "fees",
    title: "Payment fees",
    account: "fees",
    lines: [
      { key: "feesKept", label: "Kept, less given back", terms: [plus("fees", "gateway_fee")], ...counted },
      { key: "feesSorted", label: "Sorted by hand", terms: [plus("fees", "gateway_sorted")], ...counted },
      { key: "feesAdjusted", label: byHand, terms: [plus("fees", "adjust")] },
    ],
  },
  potSection,
  {
    key: "range",
    title: "The range's share",
    account: "range_share",
    lines: [
      { key: "rangeEarned", label: "Share of sales", terms: [minus("range_share", ...sale)] },
      {
        key: "rangeRefunded",
        label: "Given back in refunds",
        terms: [minus("range_share", "refund", "refund_cancelled")],
      },
      { key: "rangePaid", label: "Paid", terms: [minus("range_share", "range_paid")], ...counted },
      { key: "rangePaidBack", label: "Came back", terms: [minus("range_share", "range_paid_back")], ...counted },
      { key: "rangeAdjusted", label: byHand, terms: [minus("range_share", "adjust")] },
    ],
  },
  {
    key: "revenue",
    title: "Revenue",
    lines: [
      { key: "revenueFromSales", label: "From sales", terms: [minus("revenue", ...sale)] },
      { key: "revenueRefunded", label: "Given back in refunds", terms: [minus("revenue", "refund")] },
      {
        key: "revenueCancelled",
        label: "Refunds cancelled",
        terms: [minus("revenue", "refund_cancelled"), minus("dispute_loss", "refund_cancelled")],
      },
      {
        key: "revenueSorted",
        label: "Other money of the payment service",
        terms: [minus("revenue", "gateway_sorted")],
        ...counted,
      },
      { key: "revenueKept", label: "Refunds withdrawn", terms: [minus("dispute_loss", ...withdrawn, ...replaced)] },
      { key: "revenueDisputed", label: "Dispute losses", terms: [minus("dispute_loss", ...disputeKinds, ...reversed)] },
      { key: "revenueAdjusted", label: byHand, terms: [minus("revenue", "adjust")] },
      {
        key: "netRevenue",
        label: "Net revenue",
        terms: [
          minus("revenue", ...sale, "refund", "refund_cancelled", "gateway_sorted", "adjust"),
          minus("dispute_loss", ...disputeKinds, ...reversed, ...withdrawn, ...replaced, "refund_cancelled"),
        ],
        ...total,
      },
    ],
  },
  {
    key: "claims",
    title: "Jackpots under review",
    account: "reserved",
    lines: [
      { key: "prizesReserved", label: "Claimed", terms: [minus("reserved", "reserve")], ...counted },
      {
        key: "prizesReleased",
        label: "Released by rejection",
        terms: [minus("reserved", "reject")],
        // The part that a later claim inherits is a credit of the same transfer.
        counted: "debits",
      },
      { key: "releasedToHouse", label: "Back to the house", terms: [minus("house_funding", "reject")], ...detail },
      { key: "releasedToPot", label: "Back to the pot", terms: [minus("pot", "reject")], ...detail },
      { key: "reservedVerified", label: "Verified", terms: [minus("reserved", "verify")], ...counted },
    ],
  },
  {
    key: "prizes",
    title: "Cash prizes",
    account: "prize_payable",
    lines: [
      { key: "prizesVerified", label: "Verified", terms: [minus("prize_payable", "verify")], ...counted },
      { key: "prizesPaid", label: "Paid", terms: [minus("prize_payable", "pay_out")], ...counted },
      { key: "prizesBack", label: "Came back", terms: [minus("prize_payable", "pay_out_back")], ...counted },
      {
        key: "prizesForfeited",
        label: "Forfeited, back to the pot",
        terms: [minus("prize_payable", "forfeit")],
        ...counted,
      },
    ],
  },
  houseSection,
  ...moneySections,
  {
    key: "adjustments",
    title: "Adjustments",
    account: "adjustment",
    lines: [{ key: "adjusted", label: byHand, terms: [plus("adjustment", "adjust")], ...counted }],
  },
];
