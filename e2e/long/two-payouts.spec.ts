/** Two administrators decide the same payout, in each way in which the second one learns it (one is in two-admins). */
import { test } from "../fixtures.ts";
import { decideTwice } from "../two-payouts.ts";

for (const [step, hears] of [
  ["forfeit", false],
  ["forfeit", true],
  ["mark as paid", true],
] as const)
  test(`of two who ${step} the same payout, the second ${hears ? "learns it while the dialog is open" : "is refused"}, and reads who decided`, async ({
    page,
    browser,
    serverOf,
  }, { file }) => decideTwice({ page, browser, server: await serverOf(file) }, step, hears));
