/** When and where a claim was made, when it is due, and who decided it. */
import type { ReactNode } from "react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { statusLooks, zonedText } from "./claim-facts.ts";
import { dueDayText } from "../claim-steps.ts";

/** @param now milliseconds since 1970 */
export function ClaimDetails({ claim, now }: { claim: AdminClaim; now: number }) {
  const { timeZone, verificationStatus: status, verifiedAt, verifiedBy } = claim;
  const dueDay = dueDayText(claim);
  const overdue = now > Date.parse(claim.dueAt);
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] gap-x-2 gap-y-0.5">
      <Fact label="Claimed">{zonedText(claim.createdAt, timeZone)}</Fact>
      <Fact label="Course">
        {claim.courseName}, bay {claim.bayNumber}
      </Fact>
      {status === "pending" && (
        <Fact label="Contact by">
          {overdue ? <strong className="text-danger">Overdue since {dueDay}</strong> : dueDay}
        </Fact>
      )}
      {verifiedAt && (
        <Fact label={statusLooks[status].text}>
          {zonedText(verifiedAt, timeZone)}
          {verifiedBy && ` by ${verifiedBy}`}
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
