/** What answers to everybody show of the ledger: its topic in the live hub. */

/** The pots, and what pending claims hold of them. */
export const POTS = "pots";
