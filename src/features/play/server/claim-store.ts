/** SQL of shots that claim a prize. */
import { isRefunded } from "#features/orders/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { eq, sql } from "#platform/server/db/drizzle.ts";
import { recordsOf, rowOf, rowsGiven } from "#platform/server/db/rows.ts";
import type { ShotRow } from "./shot-store.ts";
import type { NamedSession, SessionRow } from "./store.ts";
import { attempts, sessions } from "./tables.ts";

type Raw = Readonly<Record<string, unknown>>;

/** The courses of some sessions, by the sessions' ids. A session never moves to another course. */
export async function readCourses(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.read("SELECT id, course_id FROM sessions WHERE id = ANY($1::uuid[])", [ids]);
  return new Map(rows.map((row) => [String(row["id"]), Number(row["course_id"])]));
}

/**
 * Locks sessions that their callers bought and play themselves, with their accounts, as `holdPlayersOf` and `lockSession` do.
 * It waits for no lock, because all would wait for it: a session that is in use, or whose account is, is left out.
 * @returns by the sessions' ids
 */
export async function lockFreeSessions(
  tx: Db,
  asked: readonly Pick<NamedSession, "sessionId" | "callerId">[],
): Promise<Map<string, SessionRow>> {
  const ids = (of: "sessionId" | "callerId") => sql`${sql.param(asked.map((one) => one[of]))}::uuid[]`;
  const { rows } = await tx.sql.execute<{ session: Raw }>(sql`
    SELECT session FROM unnest(${ids("sessionId")}, ${ids("callerId")}) AS asked (session_id, caller_id)
      CROSS JOIN LATERAL (
        SELECT FROM users WHERE id = asked.caller_id AND deleted_at IS NULL FOR KEY SHARE SKIP LOCKED
      ) AS player
      CROSS JOIN LATERAL (
        SELECT to_jsonb(s) AS session FROM sessions s
        WHERE s.id = asked.session_id AND s.buyer_id = asked.caller_id AND s.user_id = asked.caller_id
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS own`);
  return new Map(rows.map(({ session }) => rowOf(sessions, session)).map((row) => [row.id, row]));
}

/**
 * The facts for a claim: the shot that already has its id, the misses to which it may refer, latest first, and whether
 * its order was refunded in full.
 */
export interface Before {
  repeated: ShotRow | undefined;
  misses: ShotRow[];
  refunded: boolean;
}

/** Reads what claims need of their sessions' shots and orders. @returns finds a session's facts */
export async function readBefore(
  db: Db,
  all: readonly { session: SessionRow; shotId: string | undefined }[],
): Promise<(session: Pick<SessionRow, "id">) => Before> {
  const asked = all.map(({ session, shotId }) => ({
    session_id: session.id,
    main_id: session.mainSessionId ?? session.id,
    shot_id: inPostgres(shotId),
  }));
  const { rows } = await db.sql.execute<{
    session_id: string;
    shot_id: string | null;
    shots: Raw[];
    refunded: boolean;
  }>(
    sql`
    SELECT asked.session_id, asked.shot_id, ${isRefunded(sql`asked.main_id`)} AS refunded,
      ARRAY(SELECT to_jsonb(a) FROM attempts a
        WHERE a.session_id = asked.session_id
          AND (a.target_hole = 'missed' AND a.withdrawn_at IS NULL OR asked.shot_id IN (a.shot_id, a.claim_shot_id))
        ORDER BY a.created_at DESC, a.recorded_at DESC) AS shots
    FROM (${rowsGiven({ session_id: "uuid", main_id: "uuid", shot_id: "uuid" }, asked)}) AS asked`,
  );
  const found = new Map(
    rows.map(({ session_id, shot_id: id, shots: raws, refunded }) => {
      const shots = raws.map((raw) => rowOf(attempts, raw));
      const isRepeated = (row: ShotRow) => id !== null && (row.shotId === id || row.claimShotId === id);
      const isMiss = (row: ShotRow) => row.targetHole === "missed" && row.withdrawnAt === null;
      return [session_id, { repeated: shots.find(isRepeated), misses: shots.filter(isMiss), refunded }];
    }),
  );
  return ({ id }) => {
    const before = found.get(id);
    if (!before) throw new Error(`Session ${id} was not asked for`);
    return before;
  };
}

/** A shot's id as PostgreSQL writes it. */
export function inPostgres(id: string | undefined): string | null {
  return id?.toLowerCase() ?? null;
}

/** Writes the shots of claims, together with the next statement. */
export async function insertShots(tx: Db, shots: readonly ShotRow[]): Promise<void> {
  const { columns, records } = recordsOf(attempts, shots);
  await tx.ahead(sql`INSERT INTO attempts (${columns}) SELECT ${columns} FROM ${records} AS made`);
}

/** Changes a shot of a locked session, together with the next statement. @returns it as it is then */
export async function changeShot(tx: Db, attempt: ShotRow, change: Partial<ShotRow>): Promise<ShotRow> {
  await tx.ahead(tx.sql.update(attempts).set(change).where(eq(attempts.id, attempt.id)));
  return { ...attempt, ...change };
}

/** Writes what claims have won to their shots, together with the next statement. */
export async function setPrizes(tx: Db, shots: readonly Pick<ShotRow, "id" | "prizeAmountCents">[]): Promise<void> {
  const won = shots.map(({ id, prizeAmountCents }) => ({ id, cents: prizeAmountCents }));
  await tx.ahead(sql`
    WITH won AS (${rowsGiven({ id: "uuid", cents: "bigint" }, won)})
    UPDATE attempts a SET prize_amount_cents = won.cents FROM won WHERE a.id = won.id`);
}

/** Writes the counts and states of locked sessions after their shots, together with the next statement. */
export async function setCounts(tx: Db, rows: readonly SessionRow[]): Promise<void> {
  const types = {
    id: "uuid",
    balls_left: "integer",
    shot_count: "integer",
    claim_count: "integer",
    last_shot_at: "timestamptz",
    status: "text",
  };
  const counted = rows.map((row) => ({
    id: row.id,
    balls_left: row.ballsLeft,
    shot_count: row.shotCount,
    claim_count: row.claimCount,
    last_shot_at: row.lastShotAt?.toISOString() ?? null,
    status: row.status,
  }));
  await tx.ahead(sql`
    WITH counted AS (${rowsGiven(types, counted)})
    UPDATE sessions s SET balls_left = counted.balls_left, shot_count = counted.shot_count,
      claim_count = counted.claim_count, last_shot_at = counted.last_shot_at, status = counted.status
    FROM counted WHERE s.id = counted.id`);
}
