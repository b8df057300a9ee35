/** SQL of the views of sessions, and of asking whether a screen still shows its session as it is. */
import type { Db } from "#platform/server/db/database.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import type { SessionRow } from "./store.ts";
import { sessions } from "./tables.ts";

/** A row with its version: PostgreSQL gives it another one (`xmin`) with each transaction that changes it. */
export type VersionedRow = SessionRow & { version: string };

/** @param raw a row of `SELECT *, xmin` or `RETURNING *, xmin` */
export function versionedRow(raw: Readonly<Record<string, unknown>>): VersionedRow {
  return { ...rowOf(sessions, raw), version: String(raw["xmin"]) };
}

/** Which of some sessions exist, for any caller. */
export async function findRows(db: Db, ids: readonly string[]): Promise<VersionedRow[]> {
  const rows = await db.read("SELECT *, xmin FROM sessions WHERE id = ANY($1)", [ids]);
  return rows.map(versionedRow);
}

/** The part of a row that says whether a view of the session still holds. */
export type RowState = Pick<
  VersionedRow,
  "id" | "version" | "status" | "expiresAt" | "pausedUntil" | "groupData" | "mainSessionId" | "claimCount"
>;

/** The states of those sessions that exist, for any caller. Whole rows would cost both sides several times as much. */
export async function readStates(db: Db, ids: readonly string[]): Promise<RowState[]> {
  const rows = await db.read(
    `SELECT id, xmin AS version, status, expires_at AS "expiresAt", paused_until AS "pausedUntil", group_data AS "groupData",
       main_session_id AS "mainSessionId", claim_count AS "claimCount"
     FROM sessions WHERE id = ANY($1)`,
    [ids],
  );
  return rows as unknown as RowState[]; // The driver reads its columns as these types.
}
