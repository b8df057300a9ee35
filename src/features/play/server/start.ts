/** Starting sessions: one for each player, in the transaction of the payment. */
import { randomUUID } from "node:crypto";
import { holdUserByPlayerId } from "#features/accounts/server/store.ts";
import { displayName, formatPlayerId, parsePlayerId } from "#features/accounts/rules.ts";
import type { GroupData, GroupDraft, PurchaseContext } from "#features/booking/contract.ts";
import type { PackageType } from "#features/courses/contract.ts";
import type { CourseRow } from "#features/courses/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { violates } from "#platform/server/db/errors.ts";
import type { Fresh } from "#platform/server/live/hub.ts";
import { refuse } from "../contract.ts";
import { clockSeconds, FREE_SHOT_SECONDS, guestName } from "../rules.ts";
import { insertSessions, lockOpenSessions } from "./start-store.ts";
import * as store from "./store.ts";

export interface Start {
  /** The main session's id, if something else already refers to it. */
  id?: string;
  player: { id: string; playerId: string; name: string };
  course: CourseRow;
  pack: { id: number; type: PackageType; balls: number };
  /** The bay of a single player; a group has its own bays. */
  bayNumber: number;
  /** Checked by booking's rules. */
  group: GroupDraft | undefined;
  context: PurchaseContext;
  freeShot: { teeTime: Date } | undefined;
  now: Date;
}

/** Announces that a session changed. @param fresh what the change has read, for followers in this process */
export type AnnounceSession = (
  tx: Db,
  row: Pick<store.SessionRow, "id" | "mainSessionId" | "courseId">,
  fresh?: Fresh,
) => void;

/**
 * Starts a session and ends the one without balls that it replaces.
 * @returns the main session
 * @throws play.active_session, play.bay_taken (both by constraint)
 */
export async function startSession(tx: Db, start: Start, announce: AnnounceSession): Promise<store.SessionRow> {
  const { course, now, player } = start;
  if (course.exclusiveBays) await store.lockBays(tx, course.id);
  const open = await lockOpenSessions(tx, player.id);
  const main = mainSeat(start);
  // The constraint sees neither friends, who would lose their balls with the session that a purchase replaces, nor a main
  // session that begins without balls.
  const isHidden = ({ mainSessionId }: store.SessionRow) => mainSessionId !== null || main.ballCount === 0;
  if (open.some((one) => isHidden(one) && stillPlays(one, now))) throw refuse("play.active_session");
  const replaced = replacedBy(open, player.id, now);
  for (const ended of await store.completeForPurchase(tx, replaced, now)) announce(tx, ended);
  const friends = start.group ? await placesOf(tx, start.group) : [];
  const bays = [main, ...friends].map(({ bayNumber }) => bayNumber);
  if (course.exclusiveBays) {
    await store.freeBays(tx, course.id, bays, now);
    // The constraint admits one of two starts at the same moment. It does not see a friend who still plays while the main
    // session has no balls left, so this is asked before.
    if (await store.isPlaying(tx, player.id, now)) throw refuse("play.active_session");
    if (await store.isTaken(tx, course.id, bays, player.id)) throw refuse("play.bay_taken");
  }
  return insert(tx, sessionsOf(start, friends), announce);
}

/** The seat of the player who buys. */
function mainSeat({ group, bayNumber, pack }: Start): Seat {
  return group?.mainPlayer ?? { bayNumber, ballCount: pack.balls };
}

interface Seat {
  bayNumber: number;
  ballCount: number;
}

/** The rows of a start: the main session, then those of the group's friends in their order. */
export function sessionsOf(start: Start, friends: readonly GroupPlace[] = []): NewSession[] {
  const { course, now, player } = start;
  const main = mainSeat(start);
  const seats = [main, ...friends];
  const holds = (seatOf: Seat, bay: number) => seatOf.bayNumber === bay && seatOf.ballCount > 0;

  const mainId = start.id ?? randomUUID();
  const ids = friends.map(() => randomUUID());
  const shared = {
    buyerId: player.id,
    courseId: course.id,
    packageId: start.pack.id,
    packageType: start.pack.type,
    startedAt: now,
    expiresAt: new Date(now.getTime() + seconds(start) * 1000),
    isFreeShot: start.freeShot !== undefined,
    teeTime: start.freeShot?.teeTime ?? null,
    purchaseContext: start.context,
  };
  const row = (seatOf: Seat, index: number) => ({
    ...shared,
    bayNumber: seatOf.bayNumber,
    // Two players of a group may share a bay. The first of them with balls left holds it.
    holdsBay: course.exclusiveBays && seats.findIndex((one) => holds(one, seatOf.bayNumber)) === index,
    ballsLeft: seatOf.ballCount,
    ballsBought: seatOf.ballCount,
    // A player without balls of this round has finished from its start.
    status: seatOf.ballCount > 0 ? ("active" as const) : ("balls_finished" as const),
  });
  const groupData: GroupData | null = start.group
    ? {
        mainPlayer: start.group.mainPlayer,
        friends: friends.map(({ playerId, name, bayNumber, ballCount }) => ({
          ...(playerId ? { userId: playerId } : {}),
          name,
          bayNumber,
          ballCount,
        })),
        friendSessionIds: ids,
      }
    : null;
  return [
    { ...row(main, 0), id: mainId, userId: player.id, playerName: player.name, groupData },
    ...friends.map((friend, index) => ({
      ...row(friend, index + 1),
      id: ids[index] ?? "",
      mainSessionId: mainId,
      friendIndex: index,
      userId: friend.userId,
      playerName: friend.name,
    })),
  ];
}

type NewSession = Parameters<typeof insertSessions>[1][number];

function stillPlays({ status, expiresAt }: store.SessionRow, now: Date): boolean {
  return status === "active" && expiresAt > now;
}

/** The ids of the open sessions that a purchase replaces: the player's own whose time or balls have run out. */
function replacedBy(open: readonly store.SessionRow[], playerId: string, now: Date): string[] {
  const isFinished = (id: string | null) =>
    open.some(
      (one) =>
        one.id === id && one.userId === playerId && one.mainSessionId === null && one.status === "balls_finished",
    );
  return open
    .filter((one) => one.expiresAt <= now || one.status === "balls_finished" || isFinished(one.mainSessionId))
    .map(({ id }) => id);
}

async function insert(tx: Db, rows: NewSession[], announce: AnnounceSession): Promise<store.SessionRow> {
  try {
    const [main] = await insertSessions(tx, rows);
    if (!main) throw new Error("insert returned nothing");
    announce(tx, main);
    return main;
  } catch (error) {
    if (violates(error, "one_active_session")) throw refuse("play.active_session");
    if (violates(error, "one_session_a_bay")) throw refuse("play.bay_taken");
    throw error;
  }
}

function seconds(start: Start): number {
  if (start.freeShot) return FREE_SHOT_SECONDS;
  const { group, pack } = start;
  if (!group || start.context !== "buy_more_balls") return clockSeconds({ packageBalls: pack.balls });
  return clockSeconds({
    packageBalls: pack.balls,
    buyMoreShares: [group.mainPlayer, ...group.friends].map((seatOf) => seatOf.ballCount),
  });
}

/** The player IDs that a group names. */
export function friendsIn(group: GroupDraft | null | undefined): string[] {
  const named = group?.friends.map(({ userId }) => (userId === undefined ? undefined : parsePlayerId(userId))) ?? [];
  return named.filter((playerId) => playerId !== undefined);
}

/** A place in a group: `userId` is the account of a friend whose player ID is known, otherwise a guest plays. */
interface GroupPlace {
  userId: string | null;
  playerId: string | undefined;
  name: string;
  bayNumber: number;
  ballCount: number;
}

/** Finds the accounts of a group's friends, none of which is deleted before its seat is written. */
async function placesOf(tx: Db, group: GroupDraft): Promise<GroupPlace[]> {
  const seats: GroupPlace[] = [];
  for (const [index, { userId, name, bayNumber, ballCount }] of group.friends.entries()) {
    const playerId = userId === undefined ? undefined : parsePlayerId(userId);
    const found = playerId === undefined ? undefined : await holdUserByPlayerId(tx, playerId);
    seats.push({
      userId: found?.id ?? null,
      playerId: found && formatPlayerId(found.playerId),
      name: found ? displayName(found.name) : (name ?? guestName(index)),
      bayNumber,
      ballCount,
    });
  }
  return seats;
}
