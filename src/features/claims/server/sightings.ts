/** Staff at the bays answer a claim that rings: they record whether they saw the ball in the hole. */
import { randomUUID } from "node:crypto";
import { reachCourse } from "#features/play/server/bays.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import type { Work } from "#platform/server/work/task.ts";
import { toDollars } from "#platform/shared/money.ts";
import { refuse } from "../contract.ts";
import { type BayClaim, refuseEvidence, type Sighting } from "../evidence-contract.ts";
import type { ClaimDeps } from "./deps.ts";
import { mayReach, lockReachableClaim, recordStep, refuseOwn } from "./claim-steps.ts";
import { keepPhoto, readPhoto, toPhoto } from "./sighting-photos.ts";
import * as sightingStore from "./sighting-store.ts";

/** The claims that ring at a course. @throws courses.not_found, also for staff of another course */
export async function readBayClaims(
  { db, clock }: ClaimDeps,
  caller: Caller,
  courseId: number,
): Promise<{ claims: BayClaim[]; serverNow: string }> {
  const undecided = { db, claims: { undecidedAt: sightingStore.coursesWithPending } };
  const course = await reachCourse(undecided, caller, courseId, clock.now());
  const ringing = await sightingStore.readRinging(db, course.id);
  const seen = await sightingStore.readSightings(
    db,
    ringing.map(({ claim }) => claim.id),
  );
  const claims = ringing.map(({ claim, teeTime }) => ({
    id: claim.id,
    sessionId: claim.sessionId,
    playerName: claim.playerName,
    bayNumber: claim.bayNumber,
    targetHole: claim.targetHole,
    prizeType: claim.prizeType,
    prizeAmount: toDollars(claim.prizeAmountCents),
    prizeDescription: claim.prizeDescription,
    createdAt: claim.createdAt.toISOString(),
    freeShot: claim.freeShot,
    teeTime: teeTime?.toISOString() ?? null,
    teeTimeConfirmed: claim.teeTimeConfirmedAt !== null,
    sightings: seen.get(claim.id) ?? [],
  }));
  return { claims, serverNow: clock.now().toISOString() };
}

/**
 * Records a sighting of a pending claim. Earlier sightings stay, also if they differ.
 * @throws claims.not_found, claims.own, claims.already_decided, claims.photo_unreadable
 */
export async function recordSighting(
  deps: ClaimDeps,
  caller: Caller,
  claimId: string,
  given: { seen: boolean; note?: string | undefined; photo?: string | undefined },
  { key, work }: { key: KeyInUse | undefined; work: Work },
): Promise<Sighting> {
  const photo = given.photo === undefined ? undefined : await toPhoto(work, given.photo);
  const id = key?.made ?? randomUUID();
  if (!key?.made) {
    await deps.db.transaction(async (tx) => {
      const claim = await lockReachableClaim(tx, claimId, caller);
      await refuseOwn(tx, claim, caller);
      if (claim.status !== "pending") throw refuse("claims.already_decided");
      await key?.keep(tx, id);
      const { seen, note } = given;
      const at = deps.clock.now();
      await sightingStore.insertSighting(tx, {
        id,
        claimId,
        seen,
        note: note ?? null,
        photo: photo !== undefined,
        recordedBy: caller.id,
        recordedAt: at,
      });
      if (photo) await keepPhoto(tx, id, photo);
      const detail = { seen, photo: photo !== undefined, ...(note ? { note } : {}) };
      await recordStep(deps, tx, claim, caller, seen ? "seen" : "not_seen", { at, note, detail });
    });
  }
  const all = (await sightingStore.readSightings(deps.db, [claimId])).get(claimId) ?? [];
  const made = all.find((one) => one.id === id);
  if (!made) throw refuse("claims.not_found");
  return made;
}

/** The photo of a sighting, as WebP. @throws claims.no_photo, also for staff of another course */
export async function showPhoto(deps: ClaimDeps, caller: Caller, id: string): Promise<Uint8Array> {
  const found = await sightingStore.findSighting(deps.db, id);
  const photo = found?.photo && mayReach(found, caller) ? await readPhoto(deps.db, found.id) : undefined;
  if (!photo) throw refuseEvidence("claims.no_photo");
  return photo;
}
