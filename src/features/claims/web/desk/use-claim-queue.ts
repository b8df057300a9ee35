/** The claims for staff, refreshed every 3 s without moving under the cursor. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { claimRoutes, type AdminClaim } from "#features/claims/contract.ts";
import { useHeldRows } from "#platform/web/held-rows.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { queryOf, type QueueFilter } from "./queue-filter.ts";

const REFRESH_MS = 3000;
const live = { refetchOnMount: "always", refetchInterval: REFRESH_MS } as const;

/** One page of the server's list. A longer list needs a narrower filter. */
export const PAGE = 200;

export function useClaimQueue(filter: QueueFilter) {
  const counts = useQuery({ ...queryFor(claimRoutes.countClaims), ...live });
  const list = useQuery({ ...queryFor(claimRoutes.listClaims, { query: queryOf(filter) }), ...live });
  const { rows, waiting = 0, showAll, area } = useHeldRows(list.data, JSON.stringify(filter));

  return {
    /** Undefined until the first answer. */
    shown: rows,
    /** Of all claims, without the filter. */
    counts: counts.data,
    /** New claims that are not shown yet. */
    waiting,
    showWaiting: showAll,
    area,
    error: list.error ?? counts.error,
    /** Milliseconds since 1970 of the latest answer. */
    updatedAt: list.dataUpdatedAt,
    refetch: () => void Promise.all([list.refetch(), counts.refetch()]),
  };
}

/** Shows a claim from an answer in every list that contains it. */
export function useShowClaim(): { show: (claim: AdminClaim) => void; refresh: () => void } {
  const queries = useQueryClient();
  const queryKey = keyOf(claimRoutes.listClaims);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey });
    void queries.invalidateQueries({ queryKey: keyOf(claimRoutes.countClaims) });
  };
  return {
    refresh,
    show: (claim) => {
      void queries.cancelQueries({ queryKey });
      queries.setQueriesData<AdminClaim[]>({ queryKey }, (list) => {
        if (!list?.some(({ id }) => id === claim.id))
          // The filter no longer includes the claim, but its row is still on the screen and must show the result.
          return list && [...list, claim];
        return list.map((other) => (other.id === claim.id ? claim : other));
      });
      refresh();
    },
  };
}
