/** What each figure counts; shown when somebody hovers or focuses its name (rules, section 9). */
export const explanations = {
  totalUsers: "Players whose accounts were created in the period. Staff and deleted accounts are left out.",
  totalRevenue:
    "Payments less refunds in the period; a refund counts on its own day. Today’s is beside it, whatever the period.",
  prizeClaims: "Claims made in the period, of any status. Below it, those of any day that nobody has decided yet.",
  totalSessions: "Sessions started in the period, free tee time shots included. A group is one session.",
  totalShots: "Every shot recorded in the period, those of friends in a group included. Withdrawn ones are left out.",
  activeUsers: "Players who played in the period, whether they bought or were invited.",
  newUsers: "Of those, the ones whose first play ever was in the period.",
  returningUsers: "Of those, the ones who had played before the period.",
  allSessions: "Individual and group sessions together.",
  individualSessions: "Sessions of one player. Free tee time shots are among them.",
  groupSessions: "Sessions of a player with up to three friends; each counts once.",
  freeShotSessions: "Free tee time shots. They are counted among the individual sessions, too.",
  liveSessions: "Sessions whose clock runs now and that nobody has ended, whatever the period.",
  acquisition: "What new players said brought them here, of the accounts created in the period.",
  purchasePattern:
    "Sessions by how they came about: the free tee time shot, a first purchase, or more balls after a session.",
  averageBalls: "Balls bought per session in the period, free shots included.",
  averageTime: "From a session’s start to its last shot, summed over the period, for each shot.",
  packages:
    "Paid orders by the day of payment. The free tee time shot stands first with its sessions. Revenue is net of refunds.",
  prizes: "Claims made in the period for each hole, of any status.",
} as const;
