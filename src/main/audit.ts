/** `npm run audit`: prints each invariant with its count of violations; exits non-zero on any. */
import { readConfig } from "#platform/server/config.ts";
import { auditBooks } from "./audit-checks.ts";
import { openBeside } from "./boot.ts";

const opened = await openBeside(readConfig(process.env));
const findings = await auditBooks(opened.db);
for (const { number, invariant, violations } of findings) {
  console.log(
    `${String(number).padStart(2)}  ${violations === 0 ? "ok" : "BROKEN"}  ${violations} violations: ${invariant}`,
  );
}
await opened.close();
process.exit(findings.some(({ violations }) => violations > 0) ? 1 : 0);
