/** When and where a claim was made, when it is due, and who decided it. */
import type { ReactNode } from "react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { dueDayText } from "../claim-steps.ts";
import { zonedText } from "#platform/web/ui/time.ts";
import { evidenceWords } from "./evidence-words.ts";
import { factWords } from "./fact-words.ts";

/** @param now milliseconds since 1970 */
export function ClaimDetails({ claim, now }: { claim: AdminClaim; now: number }) {
  const words = useWords(evidenceWords);
  const facts = useWords(factWords);
  const [language] = useLanguage();
  const { timeZone, verificationStatus: status, verifiedAt, verifiedBy } = claim;
  const dueDay = dueDayText(claim, language);
  const overdue = now > Date.parse(claim.dueAt);
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] gap-x-2 gap-y-0.5">
      <Fact label={words.claimed}>{zonedText(claim.createdAt, timeZone, language)}</Fact>
      <Fact label={words.course}>{words.at(claim.courseName, claim.bayNumber)}</Fact>
      {status === "pending" && (
        <Fact label={words.contactBy}>
          {overdue ? <strong className="text-danger">{words.overdueSince(dueDay)}</strong> : dueDay}
        </Fact>
      )}
      {verifiedAt && (
        <Fact label={facts[status]}>
          {zonedText(verifiedAt, timeZone, language)}
          {verifiedBy && facts.by(verifiedBy)}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
