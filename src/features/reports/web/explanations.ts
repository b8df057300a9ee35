/** What each figure of a course's report counts; shown when somebody hovers or focuses its name (rules, section 9). */
export const explanations = {
  users: "Players who played here in the period, whether they bought or were invited.",
  revenue:
    "Payments less refunds in the period; a refund counts on its own day. The growth is this month to date against the same days of the month before; New when that was nothing.",
  claims: "Claims made here in the period, of any status; beside it the cash prizes paid out in the period.",
  shots: "Every shot recorded here in the period, those of friends in a group included. Withdrawn ones are left out.",
  jackpot: "What is in this course’s pot now, whatever the period.",
  distance: "Miles from the operator’s reference point, in a straight line.",
  engagement: "New users are those whose first play ever was here in the period; the others had played before.",
  prizes: "Claims made here in the period for each hole, of any status.",
  packages:
    "Paid orders by the day of payment, at this course’s prices. The free tee time shot stands first with its sessions. Revenue is net of refunds.",
} as const;
