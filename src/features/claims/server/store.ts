/** All SQL of claims. */
import { parsePlayerId } from "#features/accounts/rules.ts";
import { users } from "#features/accounts/server/tables.ts";
import { courses } from "#features/courses/server/tables.ts";
import type { Hold } from "#features/orders/contract.ts";
import { holdOnSession, refundedOnSession } from "#features/orders/server/hold-store.ts";
import { attempts, sessions } from "#features/play/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { Period } from "#platform/shared/date-filter.ts";
import { type ClaimSort, WINS } from "../contract.ts";
import { approvalStands } from "./approval-store.ts";
import { claims } from "./tables.ts";

export type ClaimRow = typeof claims.$inferSelect;

export async function setClaim(tx: Db, id: string, change: Partial<typeof claims.$inferInsert>): Promise<ClaimRow> {
  const [row] = await tx.sql.update(claims).set(change).where(eq(claims.id, id)).returning();
  if (!row) throw new Error(`Claim ${id} is gone`);
  tx.touch(WINS);
  return row;
}

export async function findClaim(db: Db, id: string): Promise<ClaimRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql.select().from(claims).where(eq(claims.id, id));
  return row;
}

export async function lockClaim(tx: Db, id: string): Promise<ClaimRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx.sql.select().from(claims).where(eq(claims.id, id)).for("no key update");
  return row;
}

/** Whether somebody played the seat of a claim and then left it to a guest. */
export async function hasLeftSeat(db: Db, { sessionId }: ClaimRow, userId: string): Promise<boolean> {
  const left = and(eq(sessions.id, sessionId), eq(sessions.leftBy, userId));
  return (await db.sql.select({ id: sessions.id }).from(sessions).where(left)).length > 0;
}

/**
 * Decides a pending claim.
 * @returns undefined if the claim is decided already, perhaps by a call at the same moment
 */
export async function decide(
  tx: Db,
  id: string,
  verdict: {
    status: "verified" | "rejected";
    decidedAt: Date;
    decidedBy: string | null;
    rejectionReason?: string;
    payoutStatus?: "due";
  },
): Promise<ClaimRow | undefined> {
  const [row] = await tx.sql
    .update(claims)
    .set(verdict)
    .where(and(eq(claims.id, id), eq(claims.status, "pending")))
    .returning();
  if (row) tx.touch(WINS);
  return row;
}

/** The shot behind a claim shows the claim's amount. */
export async function setClaimedAmount(tx: Db, attemptId: string, amountCents: number): Promise<void> {
  await tx.sql.update(attempts).set({ prizeAmountCents: amountCents }).where(eq(attempts.id, attemptId));
}

/** The claims of some sessions that are pending, or verified and not paid, locked in the order of arrival. */
export async function lockOpenClaims(tx: Db, sessionIds: readonly string[]): Promise<ClaimRow[]> {
  return tx.sql
    .select()
    .from(claims)
    .where(
      and(inArray(claims.sessionId, [...sessionIds]), or(eq(claims.status, "pending"), eq(claims.payoutStatus, "due"))),
    )
    .orderBy(asc(claims.arrival))
    .for("no key update");
}

/** Whether a claim of these sessions is pending or verified. */
export async function standsOn(db: Db, sessionIds: readonly string[]): Promise<boolean> {
  const [row] = await db.sql
    .select({ id: claims.id })
    .from(claims)
    .where(and(inArray(claims.sessionId, [...sessionIds]), inArray(claims.status, ["pending", "verified"])))
    .limit(1);
  return row !== undefined;
}

export async function addStep(
  tx: Db,
  step: { claimId: string; step: string; actorId: string | null; note?: string | undefined; at: Date },
): Promise<void> {
  await tx.sql.execute(sql`
    INSERT INTO claim_steps (claim_id, step, actor_id, note, created_at)
    VALUES (${step.claimId}, ${step.step}, ${step.actorId}, ${step.note ?? null}, ${step.at.toISOString()})`);
}

export interface ClaimView {
  claim: ClaimRow;
  courseName: string;
  timeZone: string;
  teeTime: Date | null;
  addressProved: boolean;
  held: Hold | null;
  /** The refunds of the payment for its session. */
  refundedCents: number;
  decidedByName: string | null;
  approvedBy: { id: string; name: string } | null;
  /** The last sighting by the staff at the bays. */
  seen: boolean | null;
  steps: { step: string; actor: string | null; note: string | null; createdAt: string }[];
}

/** Each order, as its columns and as the tuple after which the next page starts. */
const lowerName = sql`lower(${claims.playerName})`;
const orders = {
  newest: {
    columns: [desc(claims.createdAt), desc(claims.id)],
    beyond: (place: SQL) => sql`(${claims.createdAt}, ${claims.id}) < (SELECT p.created_at, p.id FROM ${place})`,
  },
  oldest: {
    columns: [asc(claims.createdAt), asc(claims.id)],
    beyond: (place: SQL) => sql`(${claims.createdAt}, ${claims.id}) > (SELECT p.created_at, p.id FROM ${place})`,
  },
  largest: {
    columns: [desc(claims.prizeAmountCents), desc(claims.createdAt), desc(claims.id)],
    beyond: (place: SQL) =>
      sql`(${claims.prizeAmountCents}, ${claims.createdAt}, ${claims.id}) < (SELECT p.prize_amount_cents, p.created_at, p.id FROM ${place})`,
  },
  player: {
    columns: [asc(lowerName), asc(claims.createdAt), asc(claims.id)],
    beyond: (place: SQL) =>
      sql`(${lowerName}, ${claims.createdAt}, ${claims.id}) > (SELECT lower(p.player_name), p.created_at, p.id FROM ${place})`,
  },
} as const;

/** The hold of a claim's order, also for a friend's session. For use in a query of claims and sessions. */
export const claimHold = holdOnSession(sql`coalesce(${sessions.mainSessionId}, ${sessions.id})`);

/**
 * Whether the winner's address is proved. A deleted account has none any more; if its prize was paid once and came back,
 * it was proved then. For use in a query of claims: it looks up each row's player, because with EXISTS a list may make
 * Postgres read every account.
 */
export const addressProved = sql<boolean>`(
  SELECT u.email_proved_at IS NOT NULL OR u.deleted_at IS NOT NULL AND EXISTS (SELECT FROM prize_returns r WHERE r.claim_id = ${claims.id})
  FROM users u WHERE u.id = ${claims.userId})`;

/** The administrator whose approval a payout has, or had when it ended. For use in a query of claims. */
export const approvedBy = sql<{ id: string; name: string } | null>`(
  SELECT json_build_object('id', a.id, 'name', a.name) FROM users a
  WHERE a.id = ${claims.approvedBy} AND (${claims.payoutStatus} <> 'due' OR ${approvalStands}))`;

async function read(db: Db, where: SQL | undefined, order: ClaimSort, limit?: number): Promise<ClaimView[]> {
  const rows = db.sql
    .select({
      claim: claims,
      courseName: courses.name,
      timeZone: courses.timeZone,
      teeTime: sessions.teeTime,
      addressProved,
      held: claimHold,
      refundedCents: refundedOnSession(sql`coalesce(${sessions.mainSessionId}, ${sessions.id})`),
      decidedByName: users.name,
      approvedBy,
      seen: sql<
        boolean | null
      >`(SELECT s.seen FROM claim_sightings s WHERE s.claim_id = ${claims.id} ORDER BY s.recorded_at DESC, s.id LIMIT 1)`,
      steps: sql<
        ClaimView["steps"]
      >`coalesce((SELECT json_agg(json_build_object('step', s.step, 'actor', a.name, 'note', s.note,
        'createdAt', to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY s.id)
        FROM claim_steps s LEFT JOIN users a ON a.id = s.actor_id WHERE s.claim_id = ${claims.id}), '[]'::json)`,
    })
    .from(claims)
    .innerJoin(courses, eq(courses.id, claims.courseId))
    .innerJoin(sessions, eq(sessions.id, claims.sessionId))
    .leftJoin(users, eq(users.id, claims.decidedBy))
    .where(where)
    .orderBy(...orders[order].columns)
    .$dynamic();
  return limit === undefined ? rows : rows.limit(limit);
}

export async function readOne(db: Db, id: string): Promise<ClaimView | undefined> {
  if (!isUuid(id)) return undefined;
  const [view] = await read(db, eq(claims.id, id), "newest", 1);
  return view;
}

export async function readOfAttempt(db: Db, attemptId: string): Promise<ClaimView | undefined> {
  const [view] = await read(db, eq(claims.attemptId, attemptId), "newest", 1);
  return view;
}

/** All claims of some sessions, perhaps of strangers who ask together; a session has no more than balls. */
export async function readOfSessions(db: Db, sessionIds: readonly string[]): Promise<ClaimView[]> {
  return sessionIds.length === 0 ? [] : read(db, inArray(claims.sessionId, [...sessionIds]), "oldest");
}

/**
 * A player's own claims, and those in sessions that they bought for others. Found by an index each: in the order of a
 * page the database would rather read all claims, the newest first, until the page is full, which it may never be.
 */
export function ofPlayer(userId: string): SQL {
  return sql`${claims.id} = ANY(ARRAY(SELECT c.id FROM claims c WHERE c.user_id = ${userId}
    UNION ALL SELECT c.id FROM claims c WHERE c.buyer_id = ${userId} AND c.buyer_id <> c.user_id))`;
}

/**
 * So many of a player's claims, newest first: their own, and those in sessions that they bought. The newest, or those
 * before the claim with the id `beyond`.
 */
export async function readOfPlayer(
  db: Db,
  userId: string,
  { beyond, limit }: { beyond: string | undefined; limit: number },
): Promise<ClaimView[]> {
  return read(db, and(ofPlayer(userId), beyondOf(beyond, "newest")), "newest", limit);
}

/** The condition of the claims that come after one in an order; none without that one. */
function beyondOf(id: string | undefined, sort: ClaimSort): SQL | undefined {
  return id === undefined ? undefined : orders[sort].beyond(sql`claims p WHERE p.id = ${id}::uuid`);
}

/** A filter of claims: the courses that the caller may see, and the caller's choice. */
export interface ClaimScope {
  /** The courses of a member of staff; undefined for administrators. */
  courseIds: readonly number[] | undefined;
  status?: ClaimRow["status"] | undefined;
  courseId?: number | undefined;
  hole?: ClaimRow["targetHole"] | undefined;
  /** Days on the clock of each claim's course, or in one zone. */
  dateFilter?: Period;
  timeZone?: string | undefined;
  /** A part of the player's name, or a whole player ID. */
  search?: string | undefined;
}

function within({ courseIds, status, courseId, hole, dateFilter, timeZone, search }: ClaimScope): SQL | undefined {
  const playerId = search === undefined ? undefined : parsePlayerId(search);
  const name = search && `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const day = sql`(${claims.createdAt} AT TIME ZONE ${timeZone ?? courses.timeZone})::date`;
  return and(
    courseIds && (courseIds.length > 0 ? inArray(claims.courseId, [...courseIds]) : sql`false`),
    status && eq(claims.status, status),
    courseId === undefined ? undefined : eq(claims.courseId, courseId),
    hole && eq(claims.targetHole, hole),
    // The first two bounds let the index help; they are a day too wide. The exact ones use the course's days.
    dateFilter
      ? sql`${claims.createdAt} >= ${dateFilter.from}::date - 1 AND ${claims.createdAt} < ${dateFilter.to}::date + 2
          AND ${day} BETWEEN ${dateFilter.from}::date AND ${dateFilter.to}::date`
      : undefined,
    name === undefined
      ? undefined
      : or(
          ilike(claims.playerName, name),
          playerId === undefined
            ? undefined
            : sql`${claims.userId} IN (SELECT id FROM users WHERE player_id = ${playerId})`,
        ),
  );
}

/** One page of claims for staff and administrators, after a claim in the given order. */
export async function readPage(
  db: Db,
  page: ClaimScope & { sort: ClaimSort; beyond: string | undefined; limit: number },
): Promise<ClaimView[]> {
  const { sort, beyond, limit } = page;
  return read(db, and(within(page), beyondOf(beyond, sort)), sort, limit);
}

/** The number of claims of each status, and the cents of verified cash prizes. */
export async function countClaims(db: Db, scope: Omit<ClaimScope, "status">) {
  const of = (status: ClaimRow["status"]) => sql<number>`count(*) FILTER (WHERE ${claims.status} = ${status})`;
  const [row] = await db.sql
    .select({
      pending: of("pending"),
      verified: of("verified"),
      rejected: of("rejected"),
      verifiedCents: sql<number>`coalesce(sum(${claims.prizeAmountCents}) FILTER (WHERE ${claims.status} = 'verified' AND ${claims.prizeType} = 'monetary'), 0)::bigint`,
    })
    .from(claims)
    .innerJoin(courses, eq(courses.id, claims.courseId))
    .where(within(scope));
  return row ?? { pending: 0, verified: 0, rejected: 0, verifiedCents: 0 };
}
