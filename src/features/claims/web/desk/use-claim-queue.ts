/** The claims that staff see, refreshed every 3 s without moving under the cursor. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { claimRoutes, type AdminClaim } from "#features/claims/contract.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { queryOf, type QueueFilter } from "./queue-filter.ts";

const REFRESH_MS = 3000;
const live = { refetchOnMount: "always", refetchInterval: REFRESH_MS } as const;

/** One page of the server's list: beyond it the filter is to be narrowed. */
export const PAGE = 200;

/** What the list shows: which rows in which order, and each as it was last seen. */
interface Kept {
  key: string;
  fresh: readonly AdminClaim[];
  ids: readonly string[];
  rows: ReadonlyMap<string, AdminClaim>;
}

/** @param held while true, the list keeps its rows and their order; newcomers are only counted */
export function useClaimQueue(filter: QueueFilter, held: boolean) {
  const counts = useQuery({ ...queryFor(claimRoutes.countClaims), ...live });
  const list = useQuery({ ...queryFor(claimRoutes.listClaims, { query: queryOf(filter) }), ...live });
  const key = JSON.stringify(filter);
  const [kept, setKept] = useState<Kept>();

  const fresh = list.data;
  const ids = fresh?.map(({ id }) => id);
  const known = kept?.key === key ? kept : undefined;
  const mayMove = !held || !known;
  const moves = ids && mayMove && ids.join() !== known?.ids.join();
  if (fresh && ids && (moves || known?.fresh !== fresh)) {
    // A row that has left the filter meanwhile (a verdict) stays where it was, as it was last seen.
    const rows = mayMove ? fresh : [...(known?.rows.values() ?? []), ...fresh];
    setKept({ key, fresh, ids: mayMove ? ids : (known?.ids ?? ids), rows: new Map(rows.map((row) => [row.id, row])) });
  }
  const shown = (known?.ids ?? ids)?.map((id) => known?.rows.get(id)).filter((claim) => claim !== undefined);
  const waiting = ids && known ? ids.filter((id) => !known.ids.includes(id)).length : 0;

  return {
    /** Undefined until the first answer. */
    shown: fresh && shown,
    /** Of all claims, whatever the filter. */
    counts: counts.data,
    /** New claims that are held back. */
    waiting,
    showWaiting: () => fresh && ids && setKept({ key, fresh, ids, rows: new Map(fresh.map((row) => [row.id, row])) }),
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
