/** All SQL of shots. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Database, Db } from "#platform/server/db/database.ts";
import { and, desc, eq, isNull, max, or } from "#platform/server/db/drizzle.ts";
import { isRefused } from "#platform/server/db/errors.ts";
import { paced } from "#platform/server/db/pace.ts";
import { firstOfEach, together } from "#platform/server/db/together.ts";
import type { Target } from "../contract.ts";
import { CLOCK_SKEW_SECONDS } from "../rules.ts";
import type { NamedSession } from "./store.ts";
import { attempts } from "./tables.ts";
import { type VersionedRow, versionedRow } from "./view-store.ts";

export type ShotRow = typeof attempts.$inferSelect;

export interface Shot {
  id: string;
  shotId: string | undefined;
  targetHole: Target;
  /** The moment of the shot. */
  moment: Date;
  now: Date;
}

/** The values of a shot in a statement. */
interface Places {
  id: string;
  callerId: string;
  shotId: string;
  moment: string;
  now: string;
  target: string;
}

// One statement writes the ball, the counters, the status and the shot's row, or nothing.
const takesBall = ({ moment }: Pick<Places, "moment">) => `
    balls_left = balls_left - 1,
    shot_count = shot_count + 1,
    last_shot_at = greatest(last_shot_at, started_at, ${moment}),
    status = CASE WHEN balls_left = 1 THEN 'balls_finished' ELSE 'active' END`;
// Each id by its own index: together they would read all shots of the session.
const mayShoot = ({ callerId, shotId, moment, now, target }: Omit<Places, "id">) => `
    ${callerId} IN (buyer_id, user_id)
    AND status = 'active' AND balls_left > 0 AND expires_at > ${now}
    AND started_at - interval '${CLOCK_SKEW_SECONDS} seconds' < ${moment}
    AND (${target} <> 'middle' OR package_type = 'jackpot')
    AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.session_id = sessions.id AND a.shot_id = ${shotId})
    AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.session_id = sessions.id AND a.claim_shot_id = ${shotId})`;
const WRITE_SHOT = "INSERT INTO attempts (id, session_id, shot_id, target_hole, prize_claim, created_at, recorded_at)";
const shotOf = ({ id, shotId, moment, now, target }: Omit<Places, "callerId">) =>
  `SELECT ${id}, hit.id, ${shotId}, ${target}, false, greatest(hit.started_at, ${moment}), ${now}`;

const ONE: Places = { id: "$2", callerId: "$3::uuid", shotId: "$4::uuid", moment: "$5", now: "$6", target: "$7" };
const recordOne = (which: string) => `
WITH hit AS (
  UPDATE sessions SET ${takesBall(ONE)}
  WHERE ${which} AND ${mayShoot(ONE)}
  RETURNING *, xmin
), shot AS (
  ${WRITE_SHOT} ${shotOf({ ...ONE, shotId: "$4" })} FROM hit
)
SELECT * FROM hit`;
const BY_ID = recordOne("id = $1 AND $8::integer IS NULL");
const BY_PLACE = recordOne("main_session_id = $1 AND friend_index = $8::integer");

const MANY: Places = {
  id: "asked.id",
  callerId: "asked.caller_id",
  shotId: "asked.shot_id",
  moment: "asked.moment",
  now: "asked.now",
  target: "asked.target",
};
// It waits for no lock, because all shots would wait for it: the shot of a session that is in use is recorded by itself.
const RECORD_MANY = `
WITH asked AS (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::text[])
    AS one (of_session, id, caller_id, shot_id, moment, now, target)
), free AS (
  SELECT id AS free_id FROM sessions WHERE id = ANY($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED
), hit AS (
  UPDATE sessions SET ${takesBall(MANY)}
  FROM free JOIN asked ON of_session = free_id
  WHERE sessions.id = free_id AND ${mayShoot(MANY)}
  RETURNING sessions.*, sessions.xmin
), shot AS (
  ${WRITE_SHOT} ${shotOf(MANY)} FROM hit JOIN asked ON of_session = hit.id
)
SELECT * FROM hit`;

/**
 * Records a shot on a running session, as one statement.
 * @returns the session after the shot; undefined when nothing was recorded (ended, no ball, not allowed, repeated)
 */
export async function recordShot(db: Database, row: NamedSession, shot: Shot): Promise<VersionedRow | undefined> {
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
  return rows[0] ? versionedRow(rows[0]) : undefined;
}

/**
 * The least time between two lots of shots. With hundreds of shots a second each lot has several: a commit and its round
 * trip cost more than a shot's rows. Nobody sees so small a delay, and a shot that comes alone has none.
 */
const PACE_MS = 5;

export type RecordShot = (row: NamedSession, shot: Shot) => Promise<VersionedRow | undefined>;

interface OneShot {
  row: NamedSession;
  shot: Shot;
}

/**
 * Records shots as `recordShot` does. Those that come within a few milliseconds share a statement, but for those that
 * need one of their own: a place in a group, a second shot of a session, a session in use, and whatever a shared one records
 * nothing for.
 */
export function shotsTogether(db: Database): RecordShot {
  const ask = together<OneShot, VersionedRow | undefined>(async (all) => {
    const firsts = firstOfEach(all, ({ row }) => row.sessionId);
    const recorded = firsts.length > 1 ? await recordMany(db, firsts) : new Map<OneShot, VersionedRow>();
    return (one) => recorded.get(one);
  });
  const turn = paced(PACE_MS);
  return async (row, shot) => {
    const mayShare = row.friendIndex === undefined && isUuid(row.sessionId);
    if (mayShare) await turn();
    return (mayShare ? await ask({ row, shot }) : undefined) ?? recordShot(db, row, shot);
  };
}

/** Records shots of different sessions, as one statement. @returns the sessions of those that were recorded */
async function recordMany(db: Database, all: readonly OneShot[]): Promise<Map<OneShot, VersionedRow>> {
  const values = [
    all.map(({ row }) => row.sessionId),
    all.map(({ shot }) => shot.id),
    all.map(({ row }) => row.callerId),
    all.map(({ shot }) => shot.shotId ?? null),
    all.map(({ shot }) => shot.moment),
    all.map(({ shot }) => shot.now),
    all.map(({ shot }) => shot.targetHole),
  ];
  const raws = await db.read(RECORD_MANY, values).catch((error: unknown) => {
    // PostgreSQL refused one shot and so recorded none: each is tried by itself. In doubt nothing is tried again.
    if (isRefused(error)) return [];
    throw error;
  });
  const rows = new Map(raws.map(versionedRow).map((row) => [row.id, row]));
  return new Map(
    all.flatMap((one) => {
      const row = rows.get(one.row.sessionId);
      return row ? [[one, row]] : [];
    }),
  );
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

/** The misses to which a claim may refer, latest first. */
export async function openMisses(db: Db, sessionId: string): Promise<ShotRow[]> {
  return db.sql
    .select()
    .from(attempts)
    .where(and(eq(attempts.sessionId, sessionId), eq(attempts.targetHole, "missed"), isNull(attempts.withdrawnAt)))
    .orderBy(desc(attempts.createdAt), desc(attempts.recordedAt));
}
