/** The claims that ring at a course: live by server-sent events, by polling while they are away. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { claimRoutes } from "#features/claims/contract.ts";
import { type BayClaim, bayClaimStream, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { useLive } from "#platform/web/live.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";
import { notify } from "#platform/web/ui/toast.tsx";

const POLL_MS = 2000;
const RESYNC_MS = 5000;

export interface Seen {
  seen: boolean;
  note?: string;
  /** JPEG in base64. */
  photo?: string;
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
  const [busy, setBusy] = useState<string>();

  /** @returns whether it was done */
  async function act(claim: BayClaim, run: () => Promise<unknown>, done: string): Promise<boolean> {
    if (busy) return false;
    setBusy(claim.id);
    try {
      await run();
      notify({ title: done, description: `${claim.playerName}, bay ${claim.bayNumber}` });
      return true;
    } catch (error) {
      notify({ title: "Nothing was recorded", description: messageOf(error), variant: "error", duration: 5000 });
      return false;
    } finally {
      setBusy(undefined);
      void claims.refetch();
      void queries.invalidateQueries({ queryKey: keyOf(claimRoutes.listClaims) });
    }
  }

  return {
    claims,
    /** The claim that is being worked on. */
    busy,
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
