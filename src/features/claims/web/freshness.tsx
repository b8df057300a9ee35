import { useNow } from "#platform/web/ui/time.ts";

/** From this age on, what is shown counts as stale. */
const STALE_SECONDS = 10;

/** 'updated 2 s ago', amber when stale. @param updatedAt milliseconds since 1970; 0 before the first answer */
export function Freshness({ updatedAt }: { updatedAt: number }) {
  const now = useNow(1000);
  if (updatedAt === 0) return <span>loading…</span>;
  const seconds = Math.max(0, Math.round((now - updatedAt) / 1000));
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  if (seconds < STALE_SECONDS) return <span className="tabular">updated {age} ago</span>;
  return (
    <span className="tabular rounded-full bg-gold-tint px-3 py-1 font-semibold text-gold-text">
      stale: updated {age} ago
    </span>
  );
}
