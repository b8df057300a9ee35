/** The queue and its open claim side by side. The list does not move while somebody points at it or works in it. */
import { useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { AdminClaim, ClaimSort } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useNow } from "#platform/web/ui/time.ts";
import { useWords } from "#platform/web/words.ts";
import { BatchVerify } from "./batch-verify.tsx";
import { ClaimPanel } from "./claim-panel.tsx";
import { mayJoinOthers } from "./claim-signals.ts";
import { isNarrowed, type QueueFilter } from "./queue-filter.ts";
import { QueueKeysDialog } from "./queue-keys.tsx";
import { QueueTable } from "./queue-table.tsx";
import { type QueueWords, queueWords } from "./queue-words.ts";
import type { useClaimQueue } from "./use-claim-queue.ts";
import { useQueueKeys } from "./use-queue-keys.ts";
import { useVerdict } from "./use-verdict.ts";

const nobody: ReadonlySet<string> = new Set();
const none: readonly AdminClaim[] = [];

interface QueueWorkProps {
  queue: ReturnType<typeof useClaimQueue>;
  filter: QueueFilter;
  /** The id of the open claim. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
  onSort: (sort: ClaimSort) => void;
  keys: boolean;
  /** The tabs and filters over the list. */
  head: ReactNode;
  /** Shown beside the list while no claim is open. */
  hint: ReactNode;
}

export function QueueWork({ queue, filter, open, onOpen, onSort, keys, head, hint }: QueueWorkProps) {
  const words = useWords(queueWords);
  const verdict = useVerdict();
  const [isHelping, setHelping] = useState(false);
  const now = useNow(30_000);
  const queries = useQueryClient();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // A claim in the address is scrolled to; a key also takes the focus there.
  const wantedRef = useRef<"shown" | "focused" | undefined>("shown");
  const shown = queue.shown ?? none;
  const at = useMemo(() => (open === undefined ? -1 : shown.findIndex(({ id }) => id === open)), [shown, open]);

  const tick = (ids: readonly string[], on: boolean) =>
    setTicked((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  const goTo = (id: string | undefined) => {
    wantedRef.current = "focused";
    onOpen(id);
  };
  const close = () => {
    const isInside = document.activeElement?.closest("[data-panel]");
    const row = open === undefined ? null : document.querySelector(`[data-row="${CSS.escape(open)}"]`);
    // Back to where it was opened.
    if (isInside) row?.querySelector<HTMLElement>("[data-open]")?.focus({ preventScroll: true });
    onOpen(undefined);
  };
  const press = (action: "verify" | "reject") => {
    // The first key only shows the claim; the next one acts on it.
    if (open === undefined) goTo(shown[0]?.id);
    else document.querySelector<HTMLElement>(`[data-panel] [data-action=${action}]`)?.click();
  };
  useQueueKeys(keys, {
    move: (by) => goTo(shown[Math.min(Math.max(at + by, 0), shown.length - 1)]?.id),
    verify: () => press("verify"),
    reject: () => press("reject"),
    tick: () => {
      const claim = shown[at];
      if (claim && mayJoinOthers(claim)) tick([claim.id], !ticked.has(claim.id));
    },
    close,
    help: () => setHelping(true),
  });
  const toNextPending = () => {
    const waits = shown.map(
      ({ id, verificationStatus }) => id !== open && verificationStatus === "pending" && !queue.gone?.has(id),
    );
    const next = waits.indexOf(true, at + 1);
    const found = shown[next >= 0 ? next : waits.indexOf(true)];
    if (found) goTo(found.id);
  };

  const coming = shown[at + 1]?.id;
  useEffect(() => {
    // The next claim's evidence is there when a key opens it.
    if (open !== undefined && coming !== undefined)
      void queries.prefetchQuery(queryFor(evidenceRoutes.getEvidence, { params: { id: coming } }));
  }, [queries, open, coming]);

  const instead = () => {
    if (!queue.shown) {
      if (queue.error) return <ErrorState error={queue.error} onRetry={queue.refetch} title={words.failed} />;
      return (
        <Loading label={words.loading}>
          <Skeleton className="h-96" />
        </Loading>
      );
    }
    if (shown.length > 0) return null;
    return (
      <EmptyState title={words.none}>
        {isNarrowed(filter) && outsideText(filter.status, queue.counts, words)}
      </EmptyState>
    );
  };
  // While another order loads, the headings stay: one of them was pressed, and has the focus.
  const [hadClaims, setHadClaims] = useState(false);
  if (shown.length > 0 && !hadClaims) setHadClaims(true);
  const table = () =>
    (shown.length > 0 || (hadClaims && !queue.shown && !queue.error)) && (
      <QueueTable
        claims={shown}
        gone={queue.gone ?? nobody}
        filter={filter}
        open={open}
        wantedRef={wantedRef}
        ticked={ticked}
        now={now}
        onOpen={onOpen}
        onTick={tick}
        onSort={onSort}
        onNearEnd={queue.loadMore}
        onSight={queue.onSight}
      />
    );
  return (
    <div
      {...queue.area}
      className="grid items-start gap-6 print:block lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_28rem] 2xl:grid-cols-[minmax(0,1fr)_36rem]"
    >
      <QueueKeysDialog open={isHelping} onClose={() => setHelping(false)} />
      <div className={cx("flex min-w-0 flex-col gap-4", open !== undefined && "max-lg:pb-[60dvh]")}>
        {head}
        <div>
          {queue.waiting > 0 && (
            // Drawn over the list, so that nothing moves.
            <div className="pointer-events-none sticky top-16 z-10 flex h-0 justify-center">
              <Button size="small" className="pointer-events-auto -translate-y-1/2" onClick={queue.showWaiting}>
                <ArrowUp aria-hidden className="size-5" />
                {words.showNew(queue.waiting)}
              </Button>
            </div>
          )}
          {table()}
          {instead()}
          <BatchVerify
            claims={ticked.size === 0 ? [] : shown.filter((claim) => ticked.has(claim.id) && mayJoinOthers(claim))}
            onClear={() => setTicked(new Set())}
            isRaised={open !== undefined}
          />
        </div>
      </div>
      {open === undefined ? (
        <aside className="rounded-card bg-card shadow-card lg:sticky lg:top-4 print:hidden">{hint}</aside>
      ) : (
        <ClaimPanel
          claimId={open}
          // The list keeps a row that somebody else decided as it was; the evidence has the verdict.
          listed={queue.gone?.has(open) ? undefined : shown[at]}
          verdict={verdict}
          now={now}
          onDecided={toNextPending}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Names the number of claims that the filter leaves out, so that an empty list never looks like an empty queue. */
function outsideText(
  status: QueueFilter["status"],
  counts: { pending: number; verified: number; rejected: number } | undefined,
  words: QueueWords,
): string | false {
  if (!counts || status === "all") return false;
  const count = counts[status];
  return count > 0 && words[`outside_${status}`](count);
}
