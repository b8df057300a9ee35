/** The claims that ring at a course, by server-sent events, or by polling while they are away. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { claimRoutes } from "#features/claims/contract.ts";
import { type BayClaim, bayClaimStream, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useLive } from "#platform/web/live.ts";
import { queryFor } from "#platform/web/query.ts";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { bayClaimWords } from "./bay-words.ts";

const POLL_MS = 2000;
const RESYNC_MS = 5000;

/** The lists that change with a step on a claim at the bays. */
export const bayClaimLists = [evidenceRoutes.listBayClaims, claimRoutes.listClaims];

export function bayClaimToast(title: string, { playerName, bayNumber }: BayClaim) {
  return { title, description: wordsNow(bayClaimWords).playerAt(playerName, bayNumber) };
}

export function useBayClaims(courseId: number) {
  const words = useWords(bayClaimWords);
  const queries = useQueryClient();
  const query = queryFor(evidenceRoutes.listBayClaims, { params: { id: courseId } });
  const { connected } = useLive(
    bayClaimStream,
    { params: { id: String(courseId) } },
    { claims: (claims) => queries.setQueryData(query.queryKey, claims) },
  );
  const claims = useQuery({ ...query, refetchOnMount: "always", refetchInterval: connected ? RESYNC_MS : POLL_MS });
  const { start, input } = useAction({
    run: (claim: BayClaim) =>
      call(claimRoutes.confirmForPayout, { params: { id: claim.id }, body: { confirmed: "tee_time" } }),
    done: (_, claim) => bayClaimToast(words.teeTimeConfirmed, claim),
    failed: words.notRecorded,
    changes: bayClaimLists,
  });
  return {
    claims,
    /** The id of the claim with a step under way. */
    busy: input?.id,
    confirmTeeTime: start,
  };
}

export type BayClaimSteps = ReturnType<typeof useBayClaims>;
