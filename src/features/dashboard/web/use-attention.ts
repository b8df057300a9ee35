/** What needs an administrator: the same answer on every screen of the desk. */
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "#platform/web/query.ts";
import { type Attention, dashboardRoutes } from "../contract.ts";

const ASK_EVERY_MS = 10_000;

export const attentionQuery = queryFor(dashboardRoutes.getAttention);

interface Need {
  kind: Attention["needs"][number]["kind"] | "unsent_settlements" | "settlements_to_nobody";
  /** Above 0. */
  count: number;
}

/** What needs somebody now, the most urgent first. */
export function needsOf({ needs, unsentSettlement, settlementsToNobody = [] }: Attention): Need[] {
  const isLater = ({ kind }: Need) => kind === "prizes_to_pay";
  const letters: Need[] = unsentSettlement ? [{ kind: "unsent_settlements", count: unsentSettlement.count }] : [];
  const unread: Need = { kind: "settlements_to_nobody", count: settlementsToNobody.length };
  return [
    ...needs.filter((need) => !isLater(need)),
    ...letters,
    ...(unread.count > 0 ? [unread] : []),
    ...needs.filter(isLater),
  ];
}

export function useAttention() {
  return useQuery({ ...attentionQuery, refetchOnMount: "always", refetchInterval: ASK_EVERY_MS });
}
