/** All SQL of claims. */
import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { users } from "#features/accounts/server/tables.ts";
import { courses } from "#features/courses/server/tables.ts";
import { attempts, sessions } from "#features/play/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Place } from "#platform/server/db/cursor.ts";
import type { Db } from "#platform/server/db/database.ts";
import { claims } from "./tables.ts";

export type ClaimRow = typeof claims.$inferSelect;

export async function insertClaim(tx: Db, claim: typeof claims.$inferInsert): Promise<ClaimRow> {
  const [row] = await tx.sql.insert(claims).values(claim).returning();
  if (!row) throw new Error("insert returned nothing");
  return row;
}

export async function setClaim(tx: Db, id: string, change: Partial<typeof claims.$inferInsert>): Promise<ClaimRow> {
  const [row] = await tx.sql.update(claims).set(change).where(eq(claims.id, id)).returning();
  if (!row) throw new Error(`Claim ${id} is gone`);
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

/**
 * Decides a pending claim.
 * @returns undefined when someone else has decided it: of two at once, one gets the row
 */
export async function decide(
  tx: Db,
  id: string,
  verdict: {
    status: "verified" | "rejected";
    decidedAt: Date;
    decidedBy: string;
    rejectionReason?: string;
    payoutStatus?: "due";
  },
): Promise<ClaimRow | undefined> {
  const [row] = await tx.sql
    .update(claims)
    .set(verdict)
    .where(and(eq(claims.id, id), eq(claims.status, "pending")))
    .returning();
  return row;
}

/**
 * Middle claims of one course come in and are rejected one after another: who inherits a rejected jackpot depends on
 * which claims came later. Held until the transaction ends.
 */
export async function lockJackpotQueue(tx: Db, courseId: number): Promise<void> {
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306422, ${courseId})`);
}

/** The oldest middle claim at a course that came after another and is still pending, locked: a rejection's heir. */
export async function lockHeir(tx: Db, after: ClaimRow): Promise<ClaimRow | undefined> {
  const later = await tx.sql
    .select()
    .from(claims)
    .where(
      and(
        eq(claims.courseId, after.courseId),
        eq(claims.targetHole, "middle"),
        eq(claims.status, "pending"),
        gt(claims.arrival, after.arrival),
      ),
    )
    .orderBy(asc(claims.arrival))
    .for("no key update");
  return later[0];
}

/** The shot behind a claim carries the claim's amount. */
export async function setClaimedAmount(tx: Db, attemptId: string, amountCents: number): Promise<void> {
  await tx.sql.update(attempts).set({ prizeAmountCents: amountCents }).where(eq(attempts.id, attemptId));
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
  decidedByName: string | null;
  steps: { step: string; actor: string | null; note: string | null; createdAt: string }[];
}

async function read(db: Db, where: SQL | undefined, order: "oldest" | "newest", limit: number): Promise<ClaimView[]> {
  return db.sql
    .select({
      claim: claims,
      courseName: courses.name,
      timeZone: courses.timeZone,
      teeTime: sessions.teeTime,
      addressProved: sql<boolean>`EXISTS (SELECT 1 FROM users u WHERE u.id = ${claims.userId} AND u.email_proved_at IS NOT NULL)`,
      decidedByName: users.name,
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
    .orderBy(
      ...(order === "oldest" ? [asc(claims.createdAt), asc(claims.id)] : [desc(claims.createdAt), desc(claims.id)]),
    )
    .limit(limit);
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

export async function readOfSessions(db: Db, sessionIds: readonly string[]): Promise<ClaimView[]> {
  return sessionIds.length === 0 ? [] : read(db, inArray(claims.sessionId, [...sessionIds]), "oldest", 500);
}

/** A player's claims: their own, and those on rows that they bought. */
export async function readOfPlayer(db: Db, userId: string): Promise<ClaimView[]> {
  return read(db, or(eq(claims.userId, userId), eq(claims.buyerId, userId)), "newest", 200);
}

/** Claims for staff and administrators, newest first; `courseIds` limits them. */
export async function readPage(
  db: Db,
  page: {
    courseIds: readonly number[] | undefined;
    status: ClaimRow["status"] | undefined;
    before: Place | undefined;
    limit: number;
  },
): Promise<ClaimView[]> {
  const { before } = page;
  return read(
    db,
    and(
      page.courseIds && (page.courseIds.length > 0 ? inArray(claims.courseId, [...page.courseIds]) : sql`false`),
      page.status && eq(claims.status, page.status),
      before &&
        sql`(${claims.createdAt}, ${claims.id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`,
    ),
    "newest",
    page.limit,
  );
}
