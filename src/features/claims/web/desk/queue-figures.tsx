/** The figures over the queue. */
import { potText } from "#platform/web/ui/money.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";

interface Counts {
  pending: number;
  verified: number;
  rejected: number;
  /** Dollars. */
  verifiedMoney: number;
}

export function QueueFigures({ counts }: { counts: Counts | undefined }) {
  if (!counts) {
    return (
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-28" />
        ))}
      </div>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Figure label="Pending" value={counts.pending} strong={counts.pending > 0} />
      <Figure label="Verified" value={counts.verified} />
      <Figure label="Rejected" value={counts.rejected} />
      <Figure label="Verified prize money" value={potText(counts.verifiedMoney)} />
    </dl>
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
