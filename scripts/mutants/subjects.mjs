/** The files for Stryker: the rules of each room, and the stores that handle money, each with its tests. */
import { globSync } from "node:fs";

const rules = globSync(["src/features/*/*rules.test.ts", "src/platform/web/*rules.test.ts"])
  .toSorted()
  .map((tests) => [tests.replace(".test.ts", ".ts"), tests]);
const server = (...names) => names.flatMap((name) => globSync(`test/server/**/${name}.test.ts`));

export const subjects = [
  ...rules.map(([file, tests]) => ({ file, tests: [tests] })),
  { file: "src/features/ledger/server/store.ts", tests: server("jackpot", "locks", "settlement") },
  { file: "src/features/orders/server/store.ts", tests: server("pay-ahead", "locks", "deferred") },
  { file: "src/features/payments/server/refund-store.ts", tests: server("refunds", "crashed-calls", "disputes") },
  { file: "src/features/claims/server/payout-store.ts", tests: server("payouts", "payouts-lists") },
];
