/** The claims for staff, page by page, refreshed without moving under the cursor. */
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { claimRoutes, type AdminClaim } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { callPage } from "#platform/web/call-page.ts";
import { useHeldRows } from "#platform/web/held-rows.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { queryOf, type QueueFilter } from "./queue-filter.ts";

const REFRESH_MS = 3000;
/** A refresh reads every page that is shown. A list of more pages is read again only when somebody asks for it. */
const REFRESHED_PAGES = 3;

interface Page {
  claims: AdminClaim[];
  next: string | undefined;
}

/** Beside the one page of these claims that the desk's search keeps. */
const queueKey = [...keyOf(claimRoutes.listClaims), "queue"] as const;

export function useClaimQueue(filter: QueueFilter) {
  const counts = useQuery({
    ...queryFor(claimRoutes.countClaims),
    refetchOnMount: "always",
    refetchInterval: REFRESH_MS,
  });
  const query = queryOf(filter);
  const list = useInfiniteQuery({
    queryKey: [...queueKey, query],
    queryFn: async ({ pageParam: cursor, signal }): Promise<Page> => {
      const sent = cursor === undefined ? query : { ...query, cursor };
      const { reply, next } = await callPage(claimRoutes.listClaims, { query: sent, signal });
      return { claims: reply.body, next };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > REFRESHED_PAGES ? false : REFRESH_MS),
    // Comparing thousands of rows with those before would hold up a key.
    structuralSharing: false,
  });
  const queries = useQueryClient();
  const isLong = (list.data?.pages.length ?? 0) > REFRESHED_PAGES;
  const { rows, gone, waiting = 0, showAll, area } = useHeldRows(useClaimsOf(list.data), JSON.stringify(filter));

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
    area,
    /** Loads the next page, if there is one. */
    loadMore: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    error: list.error ?? counts.error,
    /** Milliseconds since 1970 of the latest answer. */
    updatedAt: list.dataUpdatedAt,
    /** Begins the list anew, where it is too long to be refreshed by itself. */
    startOver: isLong ? () => void queries.resetQueries({ queryKey: [...queueKey, query] }) : undefined,
    refetch: () => void Promise.all([list.refetch(), counts.refetch()]),
  };
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
  return {
    refresh,
    show: async (claim) => {
      // An answer on its way is older, and cancelling it puts back what was there before.
      await queries.cancelQueries({ queryKey: queueKey });
      queries.setQueriesData<InfiniteData<Page>>({ queryKey: queueKey }, (list) => list && withClaim(list, claim));
      refresh();
    },
  };
}

/** A list with a claim as it is now. If its filter no longer has the claim, the row on the screen shows it all the same. */
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
