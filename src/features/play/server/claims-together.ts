/**
 * Claims of one hole at one course that come at the same moment share a transaction: they would wait for each other at
 * the hole's prize or at the pot. Only the usual ones do: a buyer's first claim in a session of their own, for a ball,
 * while it runs. `claimShot` records all others, and decides what becomes of them.
 */
import type { Hole } from "#features/courses/contract.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import { isRefused } from "#platform/server/db/errors.ts";
import { firstOfEach, together } from "#platform/server/db/together.ts";
import { canTarget, claimedShot, countedMoment, hasRunOut, shotMoment } from "../rules.ts";
import { afterClaim, claimingShot, claimShot, type ClaimShotDeps } from "./claim-shot.ts";
import * as store from "./claim-store.ts";
import type { ClaimShot, Recorded, ShotInput, ShotOwner } from "./shots.ts";
import type { SessionRow } from "./store.ts";
import { toSession, toShot } from "./view.ts";

interface OneClaim {
  row: ShotOwner;
  input: ShotInput;
  hole: Hole;
  courseId: number;
  /** When the claim came. */
  now: Date;
}

/** Records claims, together where it can. */
export function claimsTogether(deps: ClaimShotDeps): ClaimShot {
  let underway = 0;
  const courseOf = together<string, number | undefined>(async (ids) => {
    // A claim that comes alone shares with nobody, and the look-up would be a round trip of its own.
    const courses = underway > 1 ? await store.readCourses(deps.db, ids) : new Map<string, number>();
    return (id) => courses.get(id);
  });
  const ask = together<OneClaim, Recorded | undefined>(
    async (all) => {
      const firsts = firstOfEach(all, ({ row }) => row.sessionId);
      const recorded = await claimMany(deps, firsts);
      return (one) => recorded.get(one);
    },
    { apart: ({ courseId, hole }) => `${courseId} ${hole}`, atOnce: 1 },
  );
  async function shared(row: ShotOwner, input: ShotInput): Promise<Recorded | undefined> {
    const now = deps.clock.now();
    const { targetHole: hole, missShotId } = input;
    if (hole === "missed" || missShotId !== undefined || row.friendIndex !== undefined || !isUuid(row.sessionId))
      return undefined;
    const courseId = await courseOf(row.sessionId);
    return courseId === undefined ? undefined : ask({ row, input, hole, courseId, now });
  }
  return async (row, input) => {
    underway += 1;
    try {
      return (await shared(row, input)) ?? (await claimShot(deps, row, input));
    } finally {
      underway -= 1;
    }
  };
}

/** @returns the answers to those that were recorded */
async function claimMany(deps: ClaimShotDeps, all: readonly OneClaim[]): Promise<Map<OneClaim, Recorded>> {
  const [first] = all;
  if (!first) return new Map();
  return deps.db
    .transaction(async (tx) => {
      const locked = await store.lockFreeSessions(
        tx,
        all.map(({ row }) => row),
      );
      const known = all.flatMap((one) => {
        const session = locked.get(one.row.sessionId);
        return session ? [{ one, session, shotId: one.input.shotId }] : [];
      });
      if (known.length === 0) return new Map<OneClaim, Recorded>();
      // A statement of its own: what was committed until a session was locked is seen.
      const before = await store.readBefore(tx, known);
      const hits = known.flatMap((claim) => {
        const { one, session } = claim;
        const moment = countedMoment(session, shotMoment(one.now, one.input.secondsAgo));
        return isUsual(claim, before(session), moment)
          ? [
              {
                one,
                shot: claimingShot(session.id, { ...one, moment, shotId: one.input.shotId }),
                counted: afterClaim(session, moment),
              },
            ]
          : [];
      });
      if (hits.length === 0) return new Map<OneClaim, Recorded>();
      await store.insertShots(
        tx,
        hits.map(({ shot }) => shot),
      );
      await store.setCounts(
        tx,
        hits.map(({ counted }) => counted),
      );
      const made = await deps.claims.submit(
        tx,
        first,
        hits.map(({ one: { row, now }, shot, counted }) => ({
          session: counted,
          attemptId: shot.id,
          submitterId: row.callerId,
          browserId: row.browserId,
          now,
        })),
      );
      const won = hits.map(({ one, shot, counted }) => {
        const { claim, prizeCents } = made(shot.id);
        deps.announce(tx, counted);
        return { one, claim, counted, shot: { ...shot, prizeAmountCents: prizeCents } };
      });
      if (first.hole === "middle")
        await store.setPrizes(
          tx,
          won.map(({ shot }) => shot),
        );
      return new Map(
        won.map(({ one, claim, counted, shot }) => [
          one,
          {
            status: 201 as const,
            body: { attempt: toShot(shot), session: toSession(counted, [claim], one.now), claim },
          },
        ]),
      );
    })
    .catch((error: unknown) => {
      // PostgreSQL refused one (a prize whose stock does not suffice for all, too), and so recorded none: each is recorded
      // by itself. In doubt nothing is tried again.
      if (isRefused(error)) return new Map<OneClaim, Recorded>();
      throw error;
    });
}

function isUsual(
  { one, session }: { one: OneClaim; session: SessionRow },
  before: store.Before,
  moment: Date,
): boolean {
  return (
    session.status === "active" &&
    !hasRunOut(session, one.now) &&
    session.claimCount === 0 &&
    moment >= session.startedAt &&
    canTarget(one.hole, session.packageType) &&
    !before.refunded &&
    !before.repeated &&
    claimedShot(session, before.misses, { moment }, one.now) === "ball"
  );
}
