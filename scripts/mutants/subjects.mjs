/** The files for Stryker: the rules of each room, and the stores that handle money, each with its tests. */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

const rules = globSync(["src/features/*/*rules.test.ts", "src/platform/web/*rules.test.ts"])
  .toSorted()
  .map((tests) => tests.replace(".test.ts", ".ts"));

/** The unit tests beside a file that import it, such as `tee-time.test.ts` of `rules.ts`. */
function beside(file) {
  return globSync(`${dirname(file)}/*.test.ts`)
    .toSorted()
    .filter((tests) => readFileSync(tests, "utf8").includes(`"./${basename(file)}"`));
}

/** The server tests of these names, in whatever room. */
function server(names) {
  return names.split(" ").flatMap((name) => {
    const found = globSync(`test/server/**/${name}.test.ts`);
    if (found.length !== 1) throw new Error(`${found.length} server tests are named ${name}`);
    return found;
  });
}

const store = (file, names) => ({ file: `src/features/${file}.ts`, tests: server(names) });

export const subjects = [
  ...rules.map((file) => ({ file, tests: beside(file) })),
  store(
    "ledger/server/store",
    "jackpot locks settlement settlement-others terms course-closing cancelled-refunds gateway-refunds",
  ),
  store("orders/server/store", "pay-ahead locks deferred own-lists payment-answer idempotency admin-refunds"),
  store(
    "payments/server/refund-store",
    "refunds crashed-calls order-filters gateway-holds refund-gateway paid-otherwise otherwise-proposers refunds-overtaken",
  ),
  store("claims/server/payout-store", "payouts payouts-lists prize-returns attention settlement-readers"),
  store(
    "payments/server/store",
    "payments lost-payments webhooks deploy otherwise-proposers course-closing-late stripe-balance",
  ),
  store("payments/server/settle-store", "payments idempotency lost-payments locks"),
  store("payments/server/balance-store", "gateway-balance sorted-money gateway-strangers"),
  store(
    "claims/server/store",
    "claim-records disputed-claims waiting desk-lists evidence play person-page staff two-people admin-orders own-lists kept-answers",
  ),
  store("claims/server/submit-store", "claim-records claims-shared jackpot locks kept-answers managing-sponsors"),
  store("books/server/store", "remittances"),
  store("books/server/adjustment-store", "adjustments"),
  store("books/server/closing-store", "course-closing course-closing-late closing-obstacles"),
];
