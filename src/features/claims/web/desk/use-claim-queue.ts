/** The claims that staff see, refreshed every 3 s without moving under the cursor. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { claimRoutes, type AdminClaim } from "#features/claims/contract.ts";
import { useHeldRows } from "#platform/web/held-rows.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { queryOf, type QueueFilter } from "./queue-filter.ts";

const REFRESH_MS = 3000;
const live = { refetchOnMount: "always", refetchInterval: REFRESH_MS } as const;

/** One page of the server's list: beyond it the filter is to be narrowed. */
export const PAGE = 200;

export function useClaimQueue(filter: QueueFilter) {
  const counts = useQuery({ ...queryFor(claimRoutes.countClaims), ...live });
  const list = useQuery({ ...queryFor(claimRoutes.listClaims, { query: queryOf(filter) }), ...live });
  const { rows, waiting = 0, showAll, area } = useHeldRows(list.data, JSON.stringify(filter));

  return {
    /** Undefined until the first answer. */
    shown: rows,
    /** Of all claims, whatever the filter. */
    counts: counts.data,
    /** New claims that are held back. */
    waiting,
    showWaiting: showAll,
    area,
    error: list.error ?? counts.error,
    /** Milliseconds since 1970 of the latest answer. */
    updatedAt: list.dataUpdatedAt,
    refetch: () => void Promise.all([list.refetch(), counts.refetch()]),
  };
}

/** Shows a claim as an answer carried it, in every list that holds it. */
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
          // The filter has lost it already; a row that is held has still to say what became of it.
          return list && [...list, claim];
        return list.map((other) => (other.id === claim.id ? claim : other));
      });
      refresh();
    },
  };
}
