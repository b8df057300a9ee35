/** All SQL of shots. */
import { isRefunded } from "#features/orders/server/store.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Database, Db } from "#platform/server/db/database.ts";
import { and, desc, eq, isNull, max, or, sql } from "#platform/server/db/drizzle.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import type { Target } from "../contract.ts";
import { CLOCK_SKEW_SECONDS } from "../rules.ts";
import type { NamedSession, SessionRow } from "./store.ts";
import { attempts, sessions } from "./tables.ts";

export type ShotRow = typeof attempts.$inferSelect;

export interface Shot {
  id: string;
  shotId: string | undefined;
  targetHole: Target;
  /** The moment of the shot. */
  moment: Date;
  now: Date;
}

// One statement writes the ball, the counters, the status and the shot's row, or nothing.
const RECORD_SHOT = `
WITH row AS (
  UPDATE sessions SET
    balls_left = balls_left - 1,
    shot_count = shot_count + 1,
    last_shot_at = greatest(last_shot_at, started_at, $5),
    status = CASE WHEN balls_left = 1 THEN 'balls_finished' ELSE 'active' END
  WHERE __ROW__ AND $3::uuid IN (buyer_id, user_id)
    AND status = 'active' AND balls_left > 0 AND expires_at > $6 AND started_at - interval '${CLOCK_SKEW_SECONDS} seconds' < $5
    AND ($7 <> 'middle' OR package_type = 'jackpot')
    AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.session_id = sessions.id AND $4::uuid IN (a.shot_id, a.claim_shot_id))
  RETURNING *
), shot AS (
  INSERT INTO attempts (id, session_id, shot_id, target_hole, prize_claim, created_at, recorded_at)
  SELECT $2, id, $4, $7, false, greatest(started_at, $5), $6 FROM row
)
SELECT * FROM row`;
const BY_ID = RECORD_SHOT.replace("__ROW__", "id = $1 AND $8::integer IS NULL");
const BY_PLACE = RECORD_SHOT.replace("__ROW__", "main_session_id = $1 AND friend_index = $8::integer");

/**
 * Records a shot on a running session, as one statement.
 * @returns the session after the shot; undefined when nothing was recorded (ended, no ball, not allowed, repeated)
 */
export async function recordShot(db: Database, row: NamedSession, shot: Shot): Promise<SessionRow | undefined> {
  if (!isUuid(row.sessionId)) return undefined;
  const byPlace = row.friendIndex !== undefined;
  const { rows } = await db.pool.query<Record<string, unknown>>({
    text: byPlace ? BY_PLACE : BY_ID,
    values: [
      row.sessionId,
      shot.id,
      row.callerId,
      shot.shotId ?? null,
      shot.moment,
      shot.now,
      shot.targetHole,
      row.friendIndex ?? null,
    ],
  });
  return rows[0] ? rowOf(sessions, rows[0]) : undefined;
}

export async function insertShot(tx: Db, attempt: typeof attempts.$inferInsert): Promise<ShotRow> {
  const [row] = await tx.sql.insert(attempts).values(attempt).returning();
  if (!row) throw new Error("insert returned nothing");
  return row;
}

export async function setShot(tx: Db, id: string, change: Partial<typeof attempts.$inferInsert>): Promise<ShotRow> {
  const [row] = await tx.sql.update(attempts).set(change).where(eq(attempts.id, id)).returning();
  if (!row) throw new Error(`Shot ${id} is gone`);
  return row;
}

export async function findShot(db: Db, id: string): Promise<ShotRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql.select().from(attempts).where(eq(attempts.id, id));
  return row;
}

/** The shot that already has this id, as a shot or as its claim. */
export async function findRepeated(db: Db, sessionId: string, shotId: string): Promise<ShotRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(attempts)
    .where(and(eq(attempts.sessionId, sessionId), or(eq(attempts.shotId, shotId), eq(attempts.claimShotId, shotId))));
  return row;
}

/** The moment of the session's latest shot that is not withdrawn. */
export async function latestShotAt(db: Db, sessionId: string): Promise<Date | null> {
  const [row] = await db.sql
    .select({ at: max(attempts.createdAt) })
    .from(attempts)
    .where(and(eq(attempts.sessionId, sessionId), isNull(attempts.withdrawnAt)));
  return row?.at ?? null;
}

/**
 * The facts for a claim: the shot that already has its id, the misses to which it may refer, latest first, and whether
 * its order was refunded in full.
 */
export async function readBefore(
  db: Db,
  session: SessionRow,
  shotId: string | undefined,
): Promise<{ repeated: ShotRow | undefined; misses: ShotRow[]; refunded: boolean }> {
  const id = inPostgres(shotId);
  const isRepeated = (row: ShotRow) => id !== null && (row.shotId === id || row.claimShotId === id);
  const isMiss = (row: ShotRow) => row.targetHole === "missed" && row.withdrawnAt === null;
  const { rows } = await db.sql.execute<{ shots: Readonly<Record<string, unknown>>[] | null; refunded: boolean }>(sql`
    SELECT ${isRefunded(session.mainSessionId ?? session.id)} AS refunded,
      (SELECT jsonb_agg(to_jsonb(a) ORDER BY a.created_at DESC, a.recorded_at DESC) FROM attempts a
        WHERE a.session_id = ${session.id}
          AND (a.target_hole = 'missed' AND a.withdrawn_at IS NULL OR ${id}::uuid IN (a.shot_id, a.claim_shot_id))) AS shots`);
  const shots = rows[0]?.shots?.map((raw) => rowOf(attempts, raw)) ?? [];
  return { repeated: shots.find(isRepeated), misses: shots.filter(isMiss), refunded: rows[0]?.refunded === true };
}

/** An id as PostgreSQL writes it. */
function inPostgres(id: string | null | undefined): string | null {
  return id?.toLowerCase() ?? null;
}

/** Writes the shot of a claim, together with the next statement. */
export async function insertClaimed(
  tx: Db,
  attempt: Omit<ShotRow, "claimShotId" | "prizeAmountCents" | "withdrawnAt">,
) {
  const row: ShotRow = {
    ...attempt,
    shotId: inPostgres(attempt.shotId),
    claimShotId: null,
    prizeAmountCents: 0,
    withdrawnAt: null,
  };
  await tx.ahead(tx.sql.insert(attempts).values(row));
  return row;
}

/** Changes a shot of a locked session, together with the next statement. @returns it as it is then */
export async function changeShot(tx: Db, attempt: ShotRow, change: Partial<ShotRow>): Promise<ShotRow> {
  await tx.ahead(tx.sql.update(attempts).set(change).where(eq(attempts.id, attempt.id)));
  return { ...attempt, ...change };
}

/** The misses to which a claim may refer, latest first. */
export async function openMisses(db: Db, sessionId: string): Promise<ShotRow[]> {
  return db.sql
    .select()
    .from(attempts)
    .where(and(eq(attempts.sessionId, sessionId), eq(attempts.targetHole, "missed"), isNull(attempts.withdrawnAt)))
    .orderBy(desc(attempts.createdAt), desc(attempts.recordedAt));
}
