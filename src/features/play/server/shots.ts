/** Shots. One statement records an ordinary shot. If it records nothing, the rules check the shot. */
import { randomUUID } from "node:crypto";
import { type CourseRow, findAnyCourse } from "#features/courses/server/store.ts";
import { readRefunded } from "#features/orders/server/store.ts";
import type { Database, Db } from "#platform/server/db/database.ts";
import { violates } from "#platform/server/db/errors.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { type Attempt, type Claim, refuse, type Session, type ShotBody } from "../contract.ts";
import {
  canTarget,
  claimDeadline,
  countedMoment,
  hasRunOut,
  isWithin,
  sessionAt,
  shotMoment,
  UNDO_SECONDS,
} from "../rules.ts";
import { AfterShot } from "./load.ts";
import type { ClaimsPort } from "./ports.ts";
import * as shotStore from "./shot-store.ts";
import type { AnnounceSession } from "./start.ts";
import * as store from "./store.ts";
import { toShot, toSession } from "./view.ts";

export interface ShotDeps {
  db: Database;
  clock: Clock;
  claims: ClaimsPort;
  announce: AnnounceSession;
  /** Records a shot on a running session (`shotsTogether`). */
  record: shotStore.RecordShot;
  /** Records a claim (`claimsTogether`). */
  claim: ClaimShot;
}

export interface Recorded {
  status: 200 | 201;
  body: { attempt: Attempt; session: Session; claim?: Claim };
}

export type ShotInput = Omit<ShotBody, "sessionId">;

/** The session of a shot, its caller, and the caller's browser, if known. */
export type ShotOwner = store.NamedSession & { browserId: string | null };

export type ClaimShot = (row: ShotOwner, input: ShotInput) => Promise<Recorded>;

/**
 * Records a shot, or a claim for one.
 * @throws play.not_found, play.session_over, play.no_balls, play.not_in_session, play.middle_needs_jackpot,
 *   play.claim_without_hole, play.claim_window_closed, play.nothing_to_claim, play.claim_pending, play.refunded
 */
export async function recordShot(deps: ShotDeps, row: ShotOwner, input: ShotInput): Promise<Recorded> {
  if (input.prizeClaim) return deps.claim(row, input);
  const now = deps.clock.now();
  const shot = {
    id: randomUUID(),
    shotId: input.shotId,
    targetHole: input.targetHole,
    moment: shotMoment(now, input.secondsAgo),
    now,
  };
  const since = performance.now();
  const session = await deps.record(row, shot).catch((error: unknown) => {
    // The same shot came twice at the same moment, and the other call has recorded it.
    if (violates(error, "one_shot_an_id")) return undefined;
    throw error;
  });
  if (!session) return recordLate(deps, row, input, shot);
  deps.announce(deps.db, session, { since, state: new AfterShot(session) });
  const claims = session.claimCount > 0 ? await deps.claims.ofSessions(deps.db, [session.id]) : [];
  const attempt = toShot({
    ...unclaimed(session.id, { ...shot, moment: countedMoment(session, shot.moment) }),
    withdrawnAt: null,
    claimShotId: null,
    prizeAmountCents: 0,
  });
  return { status: 201, body: { attempt, session: toSession(session, claims, now) } };
}

/** A shot that the statement did not record: a repeated shot gets its first answer, an offline shot may still count. */
async function recordLate(
  deps: ShotDeps,
  row: store.NamedSession,
  input: ShotInput,
  shot: shotStore.Shot,
): Promise<Recorded> {
  const { now } = shot;
  return deps.db.transaction(async (tx) => {
    const stored = await store.lockSession(tx, row);
    if (!stored) throw refuse("play.not_found");
    const repeated = await firstAnswer(deps, tx, stored, input.shotId);
    if (repeated) return repeated;
    if (!canTarget(input.targetHole, stored.packageType)) throw refuse("play.middle_needs_jackpot");
    if (await readRefunded(tx, stored.mainSessionId ?? stored.id)) throw refuse("play.refunded");
    const session = sessionAt(stored, now);
    const moment = countedMoment(session, shot.moment);
    const kept = session.status === "completed" && input.secondsAgo > 0 && isWithin(session, moment);
    if (session.status === "completed" && !kept) throw refuse("play.session_over");
    if (kept && now > claimDeadline(session)) throw refuse("play.claim_window_closed");
    if (session.ballsLeft === 0) throw refuse("play.no_balls");
    if (moment < session.startedAt) throw refuse("play.not_in_session");
    const current = hasRunOut(stored, now) ? await endRunOut(tx, stored, now) : stored;
    const attempt = await shotStore.insertShot(tx, unclaimed(session.id, { ...shot, moment }));
    const updated = await takeBall(tx, current, moment);
    deps.announce(tx, updated);
    return {
      status: 201,
      body: {
        attempt: toShot(attempt),
        session: toSession(updated, await deps.claims.ofSessions(tx, [session.id]), now),
      },
    };
  });
}

/**
 * Withdraws the latest miss and returns its ball. A session without balls goes on.
 * @throws play.not_found, play.session_over, play.undo_too_late, play.bay_taken
 */
export async function undoShot(deps: ShotDeps, attemptId: string, callerId: string): Promise<Session> {
  const now = deps.clock.now();
  const found = await shotStore.findShot(deps.db, attemptId);
  if (!found) throw refuse("play.not_found");
  const course = await exclusiveCourseOf(deps.db, found.sessionId, callerId);
  const undone = deps.db.transaction(async (tx) => {
    if (course) await store.lockBays(tx, course.id);
    const session = await store.lockSession(tx, { sessionId: found.sessionId, callerId });
    if (!session) throw refuse("play.not_found");
    if (sessionAt(session, now).status === "completed") throw refuse("play.session_over");
    const [latest] = (await shotStore.openMisses(tx, session.id)).toSorted(
      (a, b) => b.recordedAt.getTime() - a.recordedAt.getTime(),
    );
    const late = now.getTime() - found.recordedAt.getTime() > UNDO_SECONDS * 1000;
    if (latest?.id !== attemptId || late) throw refuse("play.undo_too_late");
    await shotStore.setShot(tx, attemptId, { withdrawnAt: now });
    // A session that goes on needs its bay again, and somebody else may have taken it.
    const { status, courseId, bayNumber, buyerId } = session;
    if (course && status === "balls_finished" && (await store.isTaken(tx, courseId, [bayNumber], buyerId)))
      throw refuse("play.bay_taken");
    const updated = await store.setSession(tx, session.id, {
      ballsLeft: session.ballsLeft + 1,
      shotCount: session.shotCount - 1,
      lastShotAt: await shotStore.latestShotAt(tx, session.id),
      status: "active",
    });
    deps.announce(tx, updated);
    return toSession(updated, await deps.claims.ofSessions(tx, [session.id]), now);
  });
  return undone.catch((error: unknown) => {
    throw violates(error, "one_session_a_bay") ? refuse("play.bay_taken") : error;
  });
}

/** The course, if its bays are exclusive, of a session on which the caller may record shots. */
async function exclusiveCourseOf(db: Db, sessionId: string, callerId: string): Promise<CourseRow | undefined> {
  const session = await store.findRow(db, sessionId, callerId);
  const course = session && (await findAnyCourse(db, session.courseId));
  return course?.exclusiveBays ? course : undefined;
}

/** The earlier answer to a shot with this id, if any. */
async function firstAnswer(
  deps: ShotDeps,
  tx: Db,
  session: store.SessionRow,
  shotId: string | undefined,
): Promise<Recorded | undefined> {
  const attempt = shotId === undefined ? undefined : await shotStore.findRepeated(tx, session.id, shotId);
  return attempt && answerOf(deps, tx, session, attempt);
}

/** The answer to a shot that is recorded already. */
export async function answerOf(
  deps: Pick<ShotDeps, "claims" | "clock">,
  tx: Db,
  session: store.SessionRow,
  attempt: shotStore.ShotRow,
): Promise<Recorded> {
  const claims = await deps.claims.ofSessions(tx, [session.id]);
  const claim = attempt.prizeClaim ? await deps.claims.ofAttempt(tx, attempt.id) : undefined;
  return {
    status: 200,
    body: {
      attempt: toShot(attempt),
      session: toSession(session, claims, deps.clock.now()),
      ...(claim ? { claim } : {}),
    },
  };
}

/** Ends a session whose clock has run out. */
export async function endRunOut(tx: Db, session: store.SessionRow, now: Date): Promise<store.SessionRow> {
  await store.complete(tx, session.id, "time", now);
  return sessionAt(session, now);
}

async function takeBall(tx: Db, session: store.SessionRow, moment: Date): Promise<store.SessionRow> {
  return store.setSession(tx, session.id, lessBall(session, moment));
}

/** What a shot changes of its session. The last ball finishes a session that is not over yet. */
export function lessBall(session: store.SessionRow, moment: Date) {
  const ballsLeft = session.ballsLeft - 1;
  return {
    ballsLeft,
    shotCount: session.shotCount + 1,
    // A shot that was kept offline may arrive after a later one.
    lastShotAt: session.lastShotAt && session.lastShotAt > moment ? session.lastShotAt : moment,
    ...(session.status === "active" && ballsLeft === 0 ? { status: "balls_finished" as const } : {}),
  };
}

/** The row of a shot that claims nothing. */
export function unclaimed(sessionId: string, shot: shotStore.Shot) {
  const { id, shotId, targetHole, moment, now } = shot;
  return { id, sessionId, shotId: shotId ?? null, targetHole, prizeClaim: false, createdAt: moment, recordedAt: now };
}
