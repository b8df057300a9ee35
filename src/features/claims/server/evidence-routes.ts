/** The handlers of evidence and sightings, and the stream of the claims that ring. */
import type { Handlers, StreamHandler } from "#platform/server/http/handlers.ts";
import type { bayClaimStream, evidenceRoutes } from "../evidence-contract.ts";
import { claimTopic, type ClaimDeps } from "./deps.ts";
import { readEvidence } from "./evidence.ts";
import { readBayClaims, recordSighting, showPhoto } from "./sightings.ts";

export function evidenceHandlers(deps: ClaimDeps): Handlers<typeof evidenceRoutes> {
  return {
    getEvidence: async ({ caller, params }) => ({ status: 200, body: await readEvidence(deps, caller, params.id) }),
    listBayClaims: async ({ caller, params }) => ({
      status: 200,
      body: await readBayClaims(deps, caller, params.id),
    }),
    recordSighting: async ({ caller, params, body, connection, work }) => ({
      status: 201,
      body: { sighting: await recordSighting(deps, caller, params.id, body, { key: connection.key, work }) },
    }),
    getSightingPhoto: async ({ caller, params }) => ({
      status: 200,
      body: await showPhoto(deps, caller, params.id),
      filename: "claim.webp",
    }),
  };
}

/** The stream of a course's pending claims, for its staff and for administrators. */
export function bayClaimStreamHandler(deps: ClaimDeps): StreamHandler<typeof bayClaimStream> {
  return async ({ caller, params }) => ({
    claims: { topic: claimTopic(params.id), load: () => readBayClaims(deps, caller, params.id) },
  });
}
