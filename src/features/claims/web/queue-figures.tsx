/** The figures over the queue. */
import type { AdminClaim } from "#features/claims/contract.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { PAGE } from "./use-claim-queue.ts";

export function QueueFigures({ claims }: { claims: readonly AdminClaim[] | undefined }) {
  if (!claims) {
    return (
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-28" />
        ))}
      </div>
    );
  }
  const count = (status: AdminClaim["verificationStatus"]) =>
    claims.filter((claim) => claim.verificationStatus === status).length;
  const cents = claims
    .filter((claim) => claim.verificationStatus === "verified" && claim.prizeType === "monetary")
    .reduce((sum, claim) => sum + Math.round(claim.prizeAmount * 100), 0);
  return (
    <div>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure label="Pending" value={count("pending")} strong={count("pending") > 0} />
        <Figure label="Verified" value={count("verified")} />
        <Figure label="Rejected" value={count("rejected")} />
        <Figure label="Verified prize money" value={potText(cents / 100)} />
      </dl>
      {claims.length === PAGE && <p className="mt-2 text-ink-soft">Of the newest {PAGE} claims.</p>}
    </div>
  );
}

function Figure({ label, value, strong = false }: { label: string; value: number | string; strong?: boolean }) {
  return (
    <div
      className={strong ? "rounded-card bg-gold p-5 text-on-gold shadow-card" : "rounded-card bg-card p-5 shadow-card"}
    >
      <dt className={strong ? "" : "text-ink-soft"}>{label}</dt>
      <dd className="tabular font-display text-2xl font-extrabold tracking-tight sm:text-4xl">{value}</dd>
    </div>
  );
}
