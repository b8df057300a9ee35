/** `npm run audit`: prints each invariant with its count of violations; exits non-zero on any. */
import { readConfig } from "#platform/server/config.ts";
import { auditBooks } from "./audit-checks.ts";
import { readStripeSide } from "./audit-stripe.ts";
import { openBeside } from "./boot.ts";

const config = readConfig(process.env);
const opened = await openBeside(config);
const stripe = config.stripe && (await readStripeSide(config.stripe.secretKey, new Date()));
const findings = await auditBooks(opened.dbOfJobs, stripe);
for (const { number, invariant, violations, note, faults = [] } of findings) {
  console.log(
    `${String(number).padStart(2)}  ${violations === 0 ? "ok" : "BROKEN"}  ${violations} violations: ${invariant}${note ? ` (${note})` : ""}`,
  );
  for (const fault of faults) console.log(`      ${fault}`);
}
await opened.close();
process.exit(findings.some(({ violations }) => violations > 0) ? 1 : 0);
