/** What needs an administrator: the same answer on every screen of the desk. */
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "#platform/web/query.ts";
import { dashboardRoutes } from "../contract.ts";

const ASK_EVERY_MS = 10_000;

export const attentionQuery = queryFor(dashboardRoutes.getAttention);

export function useAttention() {
  return useQuery({ ...attentionQuery, refetchOnMount: "always", refetchInterval: ASK_EVERY_MS });
}
