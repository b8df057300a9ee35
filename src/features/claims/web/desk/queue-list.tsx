/** The list of claims. It does not move while somebody points at it or works in it. */
import { ArrowUp } from "lucide-react";
import { useRef } from "react";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useNow } from "#platform/web/ui/time.ts";
import { ClaimRow } from "./claim-row.tsx";
import { PAGE, type useClaimQueue } from "./use-claim-queue.ts";
import { useQueueKeys } from "./use-queue-keys.ts";
import { useVerdict } from "./use-verdict.ts";

interface QueueListProps {
  queue: ReturnType<typeof useClaimQueue>;
  keys: boolean;
}

export function QueueList({ queue, keys }: QueueListProps) {
  const isAdmin = useCaller().role === "admin";
  const list = useRef<HTMLDivElement>(null);
  const verdict = useVerdict();
  const now = useNow(30_000);
  useQueueKeys(list, keys);

  if (!queue.shown) {
    if (queue.error)
      return <ErrorState error={queue.error} onRetry={queue.refetch} title="We could not load the claims" />;
    return (
      <Loading label="Loading the claims">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </Loading>
    );
  }
  return (
    <div ref={list} {...queue.area}>
      {queue.waiting > 0 && (
        // Drawn over the list, so that nothing moves.
        <div className="pointer-events-none sticky top-8 z-10 flex h-0 justify-center">
          <Button size="small" className="pointer-events-auto -translate-y-1/2" onClick={queue.showWaiting}>
            <ArrowUp aria-hidden className="size-5" />
            Show {queue.waiting} new {queue.waiting === 1 ? "claim" : "claims"}
          </Button>
        </div>
      )}
      {queue.shown.length === 0 ? (
        <EmptyState title="No prize claims found." />
      ) : (
        <ol aria-label="Prize claims" className="flex flex-col gap-4">
          {queue.shown.map((claim) => (
            <ClaimRow key={claim.id} claim={claim} isAdmin={isAdmin} verdict={verdict} now={now} />
          ))}
        </ol>
      )}
      {queue.shown.length >= PAGE && (
        <p className="mt-4 text-ink-soft">
          These are the first {PAGE}. Narrow the filter, or save the list, for the rest.
        </p>
      )}
    </div>
  );
}
