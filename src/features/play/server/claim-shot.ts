/** A shot that claims a prize: a new ball's, or a recorded miss that becomes a hit. */
import { randomUUID } from "node:crypto";
import type { Hole } from "#features/courses/contract.ts";
import { refuse } from "../contract.ts";
import { canTarget, claimedShot, countedMoment, hasRunOut, shotMoment } from "../rules.ts";
import * as claimStore from "./claim-store.ts";
import type { Shot, ShotRow } from "./shot-store.ts";
import {
  answerOf,
  endRunOut,
  lessBall,
  type Recorded,
  type ShotDeps,
  type ShotInput,
  type ShotOwner,
  unclaimed,
} from "./shots.ts";
import * as store from "./store.ts";
import { toShot, toSession } from "./view.ts";

export type ClaimShotDeps = Pick<ShotDeps, "db" | "clock" | "claims" | "announce">;

/** The shot of a claim for a new ball. */
export function claimingShot(
  sessionId: string,
  { hole, ...shot }: Pick<Shot, "shotId" | "moment" | "now"> & { hole: Hole },
): ShotRow {
  return {
    ...unclaimed(sessionId, { ...shot, id: randomUUID(), targetHole: hole }),
    shotId: claimStore.inPostgres(shot.shotId),
    prizeClaim: true,
    claimShotId: null,
    prizeAmountCents: 0,
    withdrawnAt: null,
  };
}

/** A session after a claim for a new ball. */
export function afterClaim(session: store.SessionRow, moment: Date): store.SessionRow {
  return { ...session, ...lessBall(session, moment), claimCount: session.claimCount + 1 };
}

/** Records a claim, by itself. @throws as `recordShot` */
export async function claimShot(deps: ClaimShotDeps, row: ShotOwner, input: ShotInput): Promise<Recorded> {
  const hole = input.targetHole;
  if (hole === "missed") throw refuse("play.claim_without_hole");
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await store.holdPlayersOf(tx, row);
    const stored = await store.lockSession(tx, row);
    if (!stored) throw refuse("play.not_found");
    const before = await claimStore.readBefore(tx, [{ session: stored, shotId: input.shotId }]);
    const { repeated: earlier, misses, refunded } = before(stored);
    if (earlier) return answerOf(deps, tx, stored, earlier);
    if (!canTarget(hole, stored.packageType)) throw refuse("play.middle_needs_jackpot");
    if (refunded) throw refuse("play.refunded");
    const session = hasRunOut(stored, now) ? await endRunOut(tx, stored, now) : stored;
    const moment = countedMoment(session, shotMoment(now, input.secondsAgo));
    const picked = claimedShot(session, misses, { missShotId: input.missShotId, moment }, now);
    const takesBall = picked === "ball";
    const attempt = takesBall
      ? claimingShot(session.id, { shotId: input.shotId, hole, moment, now })
      : await claimStore.changeShot(tx, picked, {
          targetHole: hole,
          prizeClaim: true,
          claimShotId: claimStore.inPostgres(input.shotId),
        });
    if (takesBall) await claimStore.insertShots(tx, [attempt]);
    const counted = takesBall ? afterClaim(session, moment) : { ...session, claimCount: session.claimCount + 1 };
    await claimStore.setCounts(tx, [counted]);
    const made = await deps.claims.submit(tx, { courseId: session.courseId, hole }, [
      { session: counted, attemptId: attempt.id, submitterId: row.callerId, browserId: row.browserId, now },
    ]);
    const { claim, prizeCents } = made(attempt.id);
    const priced =
      prizeCents === attempt.prizeAmountCents
        ? attempt
        : await claimStore.changeShot(tx, attempt, { prizeAmountCents: prizeCents });
    deps.announce(tx, counted);
    // Earlier claims are read after the new one is written: until then they may be decided at the same moment.
    const claims = session.claimCount > 0 ? await deps.claims.ofSessions(tx, [session.id]) : [claim];
    const view = toSession(counted, claims, now);
    return { status: 201, body: { attempt: toShot(priced), session: view, claim } };
  });
}
