/** The claims for staff, page by page, refreshed without moving under the cursor. */
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { claimRoutes, type AdminClaim } from "#features/claims/contract.ts";
import { type Evidence, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { callPage } from "#platform/web/call-page.ts";
import { useHeldRows } from "#platform/web/held-rows.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { dueParts, type Page, type Pages, readPart, withParts } from "./fresh-pages.ts";
import { growingCounts, queryOf, type QueueFilter, scopeOf } from "./queue-filter.ts";

const REFRESH_MS = 3000;
/** A list of at most so many pages is read again as a whole; a longer one in parts (`fresh-pages.ts`). */
const WHOLE_PAGES = 3;

/** Distinguishes the cached list from the one page of claims that the desk's search keeps. */
const queueKey = [...keyOf(claimRoutes.listClaims), "queue"] as const;
const partsKey = [...keyOf(claimRoutes.listClaims), "queue parts"] as const;

/** The window of the table: the first and the last row that are drawn, and whether it is scrolled. */
export interface InSight {
  ids: readonly string[];
  isScrolled: boolean;
}

export function useClaimQueue(filter: QueueFilter) {
  const counts = useQuery({
    ...queryFor(claimRoutes.countClaims, { query: scopeOf(filter) }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    refetchInterval: REFRESH_MS,
  });
  const query = queryOf(filter);
  const listKey = [...queueKey, query];
  const read = async (cursor: string | undefined, signal: AbortSignal): Promise<Page> => {
    const sent = cursor === undefined ? query : { ...query, cursor };
    const { reply, next } = await callPage(claimRoutes.listClaims, { query: sent, signal });
    return { claims: reply.body, next };
  };
  const list = useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > WHOLE_PAGES ? false : REFRESH_MS),
    // Comparing thousands of rows with those before would hold up a key.
    structuralSharing: false,
  });
  const queries = useQueryClient();
  const isLong = (list.data?.pages.length ?? 0) > WHOLE_PAGES;
  const inSightRef = useRef<readonly string[]>([]);
  const turnRef = useRef(0);
  const parts = useQuery({
    queryKey: [...partsKey, query],
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<Pages>(listKey);
      if (!before || queries.isFetching({ queryKey: listKey, exact: true }) > 0) return null;
      const fresh = new Map<number, Page>();
      for (const at of dueParts(before, inSightRef.current, turnRef.current++))
        fresh.set(at, await readPart(before, at, (cursor) => read(cursor, signal)));
      // A verdict that came meanwhile is newer.
      if (!signal.aborted) queries.setQueryData<Pages>(listKey, (now) => now && withParts(now, before, fresh));
      return null;
    },
    enabled: isLong,
    refetchInterval: REFRESH_MS,
  });
  const [isScrolled, setScrolled] = useState(false);
  const key = JSON.stringify(filter);
  const { rows, gone, waiting = 0, showAll, area } = useHeldRows(useClaimsOf(list.data), key, isScrolled);
  const growing =
    counts.data && !counts.isPlaceholderData
      ? growingCounts(filter.status, counts.data, counts.data.fitting)
      : undefined;
  const come = useComeSince(growing, isLong ? key : undefined);
  const onSight = useCallback((sight: InSight) => {
    inSightRef.current = sight.ids;
    setScrolled(sight.isScrolled);
  }, []);

  return {
    /** Undefined until the first answer. */
    shown: rows,
    /** Shown claims that the list no longer has: somebody else decided them. */
    gone,
    /** Of all claims, without the filter. */
    counts: counts.data,
    /** New claims that are not shown yet. */
    waiting,
    showWaiting: showAll,
    /** In a list too long to have all of its rows here: claims that have come since it was opened, and others that the filter leaves out. */
    come,
    onSight,
    area,
    /** Loads the next page, if there is one. */
    loadMore: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    error: list.error ?? (isLong ? parts.error : null) ?? counts.error,
    /** Milliseconds since 1970 of the latest answer. */
    updatedAt: Math.max(list.dataUpdatedAt, isLong ? parts.dataUpdatedAt : 0),
    refetch: () => void Promise.all([list.refetch(), counts.refetch()]),
  };
}

interface Come {
  shown: number;
  others: number;
}

const none: Come = { shown: 0, others: 0 };

/** The number of claims that have come since a list was opened; 0 without a list. */
function useComeSince(counts: Come | undefined, list: string | undefined): Come {
  const [since, setSince] = useState<{ list: string; counts: Come }>();
  if (list === undefined) {
    if (since) setSince(undefined);
    return none;
  }
  if (counts === undefined) return none;
  if (since?.list !== list) setSince({ list, counts });
  const before = since?.list === list ? since.counts : counts;
  return { shown: Math.max(0, counts.shown - before.shown), others: Math.max(0, counts.others - before.others) };
}

/** The claims of all pages, the same array until an answer changes it. One that moved meanwhile is listed once. */
function useClaimsOf(data: InfiniteData<Page> | undefined): readonly AdminClaim[] | undefined {
  return useMemo(
    () => data && [...new Map(data.pages.flatMap(({ claims }) => claims.map((claim) => [claim.id, claim]))).values()],
    [data],
  );
}

/** Shows a claim from an answer in every list that contains it. */
export function useShowClaim(): { show: (claim: AdminClaim) => Promise<void>; refresh: () => void } {
  const queries = useQueryClient();
  const refresh = () => {
    for (const route of [claimRoutes.countClaims, evidenceRoutes.getEvidence])
      void queries.invalidateQueries({ queryKey: keyOf(route) });
  };
  /** Puts an answer into its claim's evidence, and reads again the evidence in which the claim is an earlier one. */
  const showInEvidence = (claim: AdminClaim) => {
    const queryKey = keyOf(evidenceRoutes.getEvidence);
    for (const [key, known] of queries.getQueriesData<Evidence>({ queryKey })) {
      const isOwn = known?.claim.id === claim.id;
      if (isOwn) queries.setQueryData<Evidence>(key, { ...known, claim });
      // A verdict changes nothing else of its evidence, a confirmation does.
      const isVerdict = isOwn && known.claim.verificationStatus !== claim.verificationStatus;
      if ((isOwn && !isVerdict) || known?.earlierClaims.some(({ id }) => id === claim.id))
        void queries.invalidateQueries({ queryKey: key, exact: true });
    }
  };
  return {
    refresh,
    show: async (claim) => {
      // An answer on its way is older, and cancelling it puts back what was there before.
      await Promise.all([queueKey, partsKey].map((queryKey) => queries.cancelQueries({ queryKey })));
      queries.setQueriesData<InfiniteData<Page>>({ queryKey: queueKey }, (list) => list && withClaim(list, claim));
      showInEvidence(claim);
      void queries.invalidateQueries({ queryKey: keyOf(claimRoutes.countClaims) });
    },
  };
}

/** A list with the present state of a claim. The row stays on the screen even if the filter no longer fits the claim. */
function withClaim({ pages, pageParams }: InfiniteData<Page>, claim: AdminClaim): InfiniteData<Page> {
  const isIn = pages.some(({ claims }) => claims.some(({ id }) => id === claim.id));
  return {
    pageParams,
    pages: pages.map((page, at) =>
      isIn
        ? { ...page, claims: page.claims.map((other) => (other.id === claim.id ? claim : other)) }
        : at === pages.length - 1
          ? { ...page, claims: [...page.claims, claim] }
          : page,
    ),
  };
}
