/**
 * Mutants that Stryker does not make: locks, SQL, a check of one line. Each is one textual change to one file, with the
 * tests that must fail. `survives` and `dies` check the runner itself, not the product.
 */
const locks = ["test/server/crossing/locks.test.ts"];
const pairs = ["test/server/crossing/long/money-pairs.test.ts"];
const pairsAtTheDesk = ["test/server/crossing/long/money-pairs-desk.test.ts"];

export const controls = {
  survives: {
    name: "control: a comment",
    file: "src/features/ledger/server/store.ts",
    from: "locked until the transaction ends.",
    to: "locked till the transaction ends.",
    tests: [],
  },
  dies: {
    name: "control: an empty pot",
    file: "src/features/ledger/server/store.ts",
    from: "return -((await lockBalances(tx, [...before, pot])).get(pot) ?? 0) || 0;",
    to: "return 0;",
    tests: ["test/server/books/adjustments.test.ts"],
  },
};

export const listed = [
  {
    name: "the pot is read without its lock",
    file: "src/features/ledger/server/store.ts",
    from: "WHERE key = ANY(${texts(keys)}) ORDER BY kind = 'pot', key FOR NO KEY UPDATE`",
    to: "WHERE key = ANY(${texts(keys)}) ORDER BY kind = 'pot', key`",
    tests: locks,
  },
  {
    name: "a jackpot claim comes in without the lock on the course's jackpot claims",
    file: "src/features/claims/server/submit-store.ts",
    from: "await lockJackpotClaims(tx, courseId);",
    to: "",
    tests: locks,
  },
  {
    name: "an order is read without its lock",
    file: "src/features/orders/server/store.ts",
    from: '.where(eq(orders.id, id)).for("no key update");',
    to: ".where(eq(orders.id, id));",
    tests: locks,
  },
  {
    name: "a refund does not lock its golfer",
    file: "src/features/payments/server/refund.ts",
    from: "await lockUser(tx, found.userId);",
    to: "",
    tests: locks,
  },
  {
    name: "a shot kept offline counts after the claim deadline",
    file: "src/features/play/server/shots.ts",
    from: 'if (kept && now > claimDeadline(session)) throw refuse("play.claim_window_closed");',
    to: "",
    tests: ["test/server/play/play.test.ts"],
  },
  {
    name: "a dispute that was lost and then won books nothing back",
    file: "src/features/payments/server/dispute.ts",
    from: 'before === "won") return;',
    to: 'before !== "open") return;',
    tests: ["test/server/orders/disputed-orders.test.ts"],
  },
  {
    name: "a buyer decides on a claim of his own group",
    file: "src/features/claims/server/claim-steps.ts",
    from: "[claim.userId, claim.buyerId, claim.submittedBy]",
    to: "[claim.userId, claim.submittedBy]",
    tests: ["test/server/claims/claim-records.test.ts"],
  },
  {
    name: "a refund that is tried again forgets what a crashed call made",
    file: "src/features/payments/server/pay-back.ts",
    from: "if (key?.made) return found;",
    to: "",
    tests: ["test/server/crossing/crashed-calls.test.ts"],
  },
  {
    name: "a claim is read without its lock",
    file: "src/features/claims/server/store.ts",
    from: '.where(eq(claims.id, id)).for("no key update");',
    to: ".where(eq(claims.id, id));",
    tests: pairs,
  },
  {
    name: "a prize is paid whatever became of it",
    file: "src/features/claims/server/payout.ts",
    from: 'if (claim.payoutStatus !== "due") throw refuse("claims.not_due");\n    await key?.keep(tx, id);\n    const {',
    to: "await key?.keep(tx, id);\n    const {",
    tests: pairs,
  },
  {
    name: "a prize that comes back after a lost dispute stays due",
    file: "src/features/claims/server/payout-return.ts",
    from: 'const isLost = held === "dispute_lost";',
    to: 'const isLost = held === "refunded_at_gateway";',
    tests: pairs,
  },
  {
    name: "a payment to a range is taken back twice",
    file: "src/features/books/server/store.ts",
    from: "return made.length > 0;",
    to: "return made.length >= 0;",
    tests: pairsAtTheDesk,
  },
  {
    name: "a captured payment is settled once more",
    file: "src/features/payments/server/settle.ts",
    from: 'if (attempt.status === "succeeded") return undefined;\n    if (outcome',
    to: "if (outcome",
    tests: pairsAtTheDesk,
  },
];
