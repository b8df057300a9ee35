/** The claims that staff see, refreshed every 3 s without moving under the cursor. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { claimRoutes, type AdminClaim } from "#features/claims/contract.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";

const REFRESH_MS = 3000;
const live = { refetchOnMount: "always", refetchInterval: REFRESH_MS } as const;

/** One page of the server's list; beyond it only the newest are counted. */
export const PAGE = 200;

export const filters = ["all", "pending", "verified", "rejected"] as const;
export type Filter = (typeof filters)[number];

/** @param held while true, the list keeps its rows and their order; newcomers are only counted */
export function useClaimQueue(filter: Filter, held: boolean) {
  const all = useQuery({ ...queryFor(claimRoutes.listClaims), ...live });
  const some = useQuery({
    ...queryFor(claimRoutes.listClaims, filter === "all" ? {} : { query: { status: filter } }),
    ...live,
    enabled: filter !== "all",
  });
  const fresh = filter === "all" ? all.data : some.data;
  const [kept, setKept] = useState<{ filter: Filter; ids: readonly string[] }>();

  const ids = fresh?.map(({ id }) => id);
  const mayMove = !held || kept?.filter !== filter;
  if (ids && mayMove && (kept?.filter !== filter || ids.join() !== kept.ids.join())) setKept({ filter, ids });

  const byId = new Map([...(all.data ?? []), ...(fresh ?? [])].map((claim) => [claim.id, claim]));
  const shownIds = kept?.filter === filter ? kept.ids : ids;
  const shown = shownIds?.map((id) => byId.get(id)).filter((claim) => claim !== undefined);
  const waiting = ids && shownIds ? ids.filter((id) => !shownIds.includes(id)).length : 0;

  return {
    /** Undefined until the first answer. */
    shown,
    /** Every claim of the newest page, for the figures. */
    all: all.data,
    /** New claims that are held back. */
    waiting,
    showWaiting: () => ids && setKept({ filter, ids }),
    error: all.error ?? some.error,
    /** Milliseconds since 1970 of the latest answer. */
    updatedAt: filter === "all" ? all.dataUpdatedAt : some.dataUpdatedAt,
    refetch: () => void Promise.all([all.refetch(), filter === "all" ? undefined : some.refetch()]),
  };
}

/** Shows a claim as an answer carried it, in every list that holds it. */
export function useShowClaim(): { show: (claim: AdminClaim) => void; refresh: () => void } {
  const queries = useQueryClient();
  const queryKey = keyOf(claimRoutes.listClaims);
  const refresh = () => void queries.invalidateQueries({ queryKey });
  return {
    refresh,
    show: (claim) => {
      void queries.cancelQueries({ queryKey });
      queries.setQueriesData<AdminClaim[]>({ queryKey }, (list) =>
        list?.map((other) => (other.id === claim.id ? claim : other)),
      );
      refresh();
    },
  };
}
