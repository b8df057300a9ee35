/** The payouts of a filter, page by page, refreshed every 10 s. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Payout, type PayoutStatus, payoutRoutes } from "#features/claims/payout-contract.ts";
import { call } from "#platform/web/api.ts";
import { keyOf } from "#platform/web/query.ts";

const REFRESH_MS = 10_000;

export function usePayouts(status: PayoutStatus, year: number | undefined) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(payoutRoutes.listPayouts), status, year],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam };
      const reply = await call(payoutRoutes.listPayouts, {
        query: { status, ...(year === undefined ? {} : { year }), ...cursor },
        signal,
      });
      return reply.body;
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: REFRESH_MS,
    refetchOnMount: "always",
  });
  const rows: Payout[] | undefined = query.data?.pages.flatMap(({ payouts }) => payouts);
  return {
    /** Undefined until the first answer. A row that moved while the pages were loaded is listed once. */
    rows: rows && [...new Map(rows.map((row) => [row.claimId, row])).values()],
    /** The totals, time zone and present year from the first page. */
    facts: query.data?.pages[0],
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    list: query,
    refetch: () => void query.refetch(),
  };
}
