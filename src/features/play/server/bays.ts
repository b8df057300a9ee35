/** The steps of staff at the bays. Each is one transaction with the clock, the audit trail and the announcement. */
import { checkBay } from "#features/booking/rules.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { type CourseRow, findAnyCourse, listAllCourses } from "#features/courses/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import { violates } from "#platform/server/db/errors.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { type BayBoard, type BayPlayer, refuseBay } from "../bay-contract.ts";
import { refuse } from "../contract.ts";
import { isPaused, PAUSE_SECONDS, secondsLeft, sessionAt } from "../rules.ts";
import * as bayStore from "./bay-store.ts";
import type { ClaimsPort } from "./ports.ts";
import type { ShotDeps } from "./shots.ts";
import * as store from "./store.ts";

/** The topic of a course's bays in the live hub. */
export function bayTopic(courseId: number): string {
  return `bays:${courseId}`;
}

/** Whether a caller may see a course's bays: its staff and administrators may. */
export function serves(caller: Caller, courseId: number): boolean {
  return caller.role === "admin" || caller.courseIds.includes(courseId);
}

/** The claims room, which knows whether a closed course still has undecided claims. */
type Undecided = { db: Db; claims: Pick<ClaimsPort, "undecidedAt"> };

/**
 * The courses whose bays and claims the caller sees: open ones, and closed ones until their last session has ended and
 * their last claim is decided.
 */
export async function listBoards({ db, claims }: Undecided, caller: Caller, now: Date): Promise<CourseRow[]> {
  const inUse = [...(await claims.undecidedAt(db)), ...(await bayStore.coursesInPlay(db, now))];
  return (await listAllCourses(db)).filter(({ id, active }) => serves(caller, id) && (active || inUse.includes(id)));
}

/** @throws courses.not_found, also for staff of another course */
export async function reachCourse(deps: Undecided, caller: Caller, courseId: number, now: Date): Promise<CourseRow> {
  const course = serves(caller, courseId) ? await findAnyCourse(deps.db, courseId) : undefined;
  if (course?.active) return course;
  const found = course && (await listBoards(deps, caller, now)).find(({ id }) => id === courseId);
  if (!found) throw refuseCourse("courses.not_found");
  return found;
}

export function toBoardCourse({ id, name, timeZone, bayCount, exclusiveBays }: CourseRow): BayBoard["course"] {
  return { id, name, timeZone, bayCount, exclusiveBays };
}

/** The players in the bays of a course. */
export async function readBoard(db: Db, course: CourseRow, now: Date): Promise<BayBoard> {
  const rows = await bayStore.rowsInBays(db, course.id, now);
  const mainOf = ({ id, mainSessionId }: store.SessionRow) => mainSessionId ?? id;
  const players = rows.map((row): BayPlayer => {
    const main = mainOf(row);
    return {
      sessionId: row.id,
      mainSessionId: main,
      playerName: row.playerName,
      bayNumber: row.bayNumber,
      ballCount: row.ballsLeft,
      ballsBought: row.ballsBought,
      status: row.status,
      players: rows.filter((other) => mainOf(other) === main).length,
      isFreeShot: row.isFreeShot,
      teeTime: row.teeTime?.toISOString() ?? null,
      startedAt: row.startedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      pausedUntil: isPaused(row, now) ? (row.pausedUntil?.toISOString() ?? null) : null,
      timeRemaining: secondsLeft(row, now),
      overlaps: rows.some((other) => other.bayNumber === row.bayNumber && mainOf(other) !== main),
    };
  });
  return { course: toBoardCourse(course), serverNow: now.toISOString(), players };
}

/** The session of a step and all sessions of its purchase, locked and running. */
interface Held {
  tx: Db;
  row: store.SessionRow;
  main: store.SessionRow;
  now: Date;
}

/** What a step did, for the audit trail. */
interface Step {
  action: "pause" | "resume" | "extend" | "move";
  detail: Readonly<Record<string, unknown>>;
}

/**
 * Does a step on a running session. A repeated call does not repeat it.
 * @param givesBays whether the step may give a bay that somebody else wants
 * @returns the session after the step
 * @throws play.not_found (also for staff of another course), play.session_over
 */
async function act(
  deps: Pick<ShotDeps, "db" | "clock" | "announce">,
  caller: Caller,
  id: string,
  key: KeyInUse | undefined,
  take: (held: Held) => Promise<Step>,
  givesBays = false,
): Promise<store.SessionRow> {
  const found = await bayStore.findAnyRow(deps.db, id);
  if (!found || !serves(caller, found.courseId)) throw refuse("play.not_found");
  if (key?.made) return found;
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    if (givesBays) await store.lockBays(tx, found.courseId);
    const rows = await store.lockGroup(tx, found.mainSessionId ?? found.id);
    const row = rows.find((one) => one.id === found.id);
    const main = rows.find(({ mainSessionId }) => mainSessionId === null);
    if (!row || !main) throw refuse("play.not_found");
    // A sale of the buyer's bay may have ended the buyer's session alone.
    if ([row, main].some((one) => sessionAt(one, now).status === "completed")) throw refuse("play.session_over");
    await key?.keep(tx, id);
    const { action, detail } = await take({ tx, row, main, now });
    await note(tx, {
      actorId: caller.id,
      action: `session.${action}`,
      subject: main.id,
      detail: { courseId: main.courseId, bayNumber: row.bayNumber, ...detail },
      at: now,
    });
    for (const one of rows) deps.announce(tx, one);
    return (await bayStore.findAnyRow(tx, id)) ?? row;
  });
}

type Deps = Parameters<typeof act>[0];

function clockOf({ expiresAt, pausedUntil }: Pick<store.SessionRow, "expiresAt" | "pausedUntil">) {
  return { expiresAt: expiresAt.toISOString(), pausedUntil: pausedUntil?.toISOString() ?? null };
}

function later(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** Pauses the clock of a session and its group. @throws bays.paused, and as `act` */
export function pause(deps: Deps, caller: Caller, id: string, reason: string, key: KeyInUse | undefined) {
  return act(deps, caller, id, key, async ({ tx, main, now }) => {
    if (isPaused(main, now)) throw refuseBay("bays.paused");
    const clock = { expiresAt: later(main.expiresAt, PAUSE_SECONDS), pausedUntil: later(now, PAUSE_SECONDS) };
    await bayStore.setClock(tx, main.id, clock);
    return { action: "pause", detail: { reason, before: clockOf(main), after: clockOf(clock) } };
  });
}

/** Ends a pause; its unused time is taken off `expiresAt`. @throws bays.not_paused, and as `act` */
export function resume(deps: Deps, caller: Caller, id: string, key: KeyInUse | undefined) {
  return act(deps, caller, id, key, async ({ tx, main, now }) => {
    if (!main.pausedUntil || !isPaused(main, now)) throw refuseBay("bays.not_paused");
    const unused = (main.pausedUntil.getTime() - now.getTime()) / 1000;
    const clock = { expiresAt: later(main.expiresAt, -unused), pausedUntil: null };
    await bayStore.setClock(tx, main.id, clock);
    return { action: "resume", detail: { before: clockOf(main), after: clockOf(clock) } };
  });
}

/** Adds minutes, also during a pause. @throws bays.changed, and as `act` */
export function extend(
  deps: Deps,
  caller: Caller,
  id: string,
  wanted: { minutes: number; reason: string; expiresAt?: string | undefined },
  key: KeyInUse | undefined,
) {
  const { minutes, reason } = wanted;
  return act(deps, caller, id, key, async ({ tx, main }) => {
    const shown = wanted.expiresAt;
    if (shown !== undefined && Date.parse(shown) !== main.expiresAt.getTime()) throw refuseBay("bays.changed");
    const clock = { expiresAt: later(main.expiresAt, minutes * 60), pausedUntil: main.pausedUntil };
    await bayStore.setClock(tx, main.id, clock);
    return { action: "extend", detail: { minutes, reason, before: clockOf(main), after: clockOf(clock) } };
  });
}

/**
 * Moves a player to another bay, in the group's data, too.
 * @throws booking.bay_unknown, play.bay_taken (on a course with exclusive bays), and as `act`
 */
export async function movePlayer(
  deps: Deps,
  caller: Caller,
  id: string,
  { bayNumber, reason }: { bayNumber: number; reason: string },
  key: KeyInUse | undefined,
) {
  const found = await bayStore.findAnyRow(deps.db, id);
  const course = found && (await findAnyCourse(deps.db, found.courseId));
  if (!course) throw refuse("play.not_found");
  const take = async ({ tx, row, main, now }: Held): Promise<Step> => {
    checkBay(bayNumber, course.bayCount);
    if (course.exclusiveBays) {
      await store.freeBays(tx, course.id, [bayNumber], now);
      if (await store.isTaken(tx, course.id, [bayNumber], main.buyerId)) throw refuse("play.bay_taken");
    }
    await bayStore.setBay(tx, row, bayNumber);
    if (course.exclusiveBays) await bayStore.holdBays(tx, main.id);
    if (main.groupData) await store.setGroupData(tx, main.id, moved(main.groupData, row.friendIndex, bayNumber));
    return { action: "move", detail: { reason, before: { bayNumber: row.bayNumber }, after: { bayNumber } } };
  };
  try {
    return await act(deps, caller, id, key, take, course.exclusiveBays);
  } catch (error) {
    throw violates(error, "one_session_a_bay") ? refuse("play.bay_taken") : error;
  }
}

function moved(
  group: NonNullable<store.SessionRow["groupData"]>,
  friendIndex: number | null,
  bayNumber: number,
): NonNullable<store.SessionRow["groupData"]> {
  if (friendIndex === null) return { ...group, mainPlayer: { ...group.mainPlayer, bayNumber } };
  return {
    ...group,
    friends: group.friends.map((friend, index) => (index === friendIndex ? { ...friend, bayNumber } : friend)),
  };
}
