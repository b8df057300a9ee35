/** The claims that ring at a course: live by server-sent events, by polling while they are away. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { claimRoutes } from "#features/claims/contract.ts";
import { type BayClaim, bayClaimStream, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useLive } from "#platform/web/live.ts";
import { queryFor } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";

const POLL_MS = 2000;
const RESYNC_MS = 5000;

export interface Seen {
  seen: boolean;
  note?: string;
  /** JPEG in base64. */
  photo?: string;
}

interface Step {
  claim: BayClaim;
  run: () => Promise<unknown>;
  done: string;
}

export function useBayClaims(courseId: number) {
  const queries = useQueryClient();
  const query = queryFor(evidenceRoutes.listBayClaims, { params: { id: courseId } });
  const { connected } = useLive(
    bayClaimStream,
    { params: { id: String(courseId) } },
    { claims: (claims) => queries.setQueryData(query.queryKey, claims) },
  );
  const claims = useQuery({ ...query, refetchOnMount: "always", refetchInterval: connected ? RESYNC_MS : POLL_MS });
  const { start, input } = useAction({
    run: ({ run }: Step) => run(),
    done: (_, { claim, done }) => ({ title: done, description: `${claim.playerName}, bay ${claim.bayNumber}` }),
    failed: "Nothing was recorded",
    changes: [evidenceRoutes.listBayClaims, claimRoutes.listClaims],
  });
  /** @returns whether it was done */
  const act = (claim: BayClaim, run: Step["run"], done: string) => start({ claim, run, done });

  return {
    claims,
    /** The claim that is being worked on. */
    busy: input?.claim.id,
    record: (claim: BayClaim, body: Seen) =>
      act(
        claim,
        () => call(evidenceRoutes.recordSighting, { params: { id: claim.id }, body, idempotencyKey: randomId() }),
        body.seen ? "Recorded as seen" : "Recorded as not seen",
      ),
    confirmTeeTime: (claim: BayClaim) =>
      act(
        claim,
        () => call(claimRoutes.confirmForPayout, { params: { id: claim.id }, body: { confirmed: "tee_time" } }),
        "Tee time confirmed",
      ),
  };
}

export type BayClaimSteps = ReturnType<typeof useBayClaims>;
