/** SQL of starting sessions. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { recordsOf, rowOf } from "#platform/server/db/rows.ts";
import type { SessionRow } from "./store.ts";
import { sessions } from "./tables.ts";

/** A buyer's open sessions, locked until the transaction ends (`lockGroup`). */
export async function lockOpenSessions(tx: Db, buyerId: string): Promise<SessionRow[]> {
  const rows = await tx.read(
    "SELECT * FROM sessions WHERE buyer_id = $1 AND status <> 'completed' ORDER BY id FOR NO KEY UPDATE",
    [buyerId],
  );
  return rows.map((row) => rowOf(sessions, row));
}

export async function insertSessions(tx: Db, rows: (typeof sessions.$inferInsert)[]): Promise<SessionRow[]> {
  return tx.sql.insert(sessions).values(rows).returning();
}

/** Inserts the sessions of those buyers, all of them locked, who have no open one. @returns these sessions */
export async function insertUnlessOpen(tx: Db, rows: readonly (typeof sessions.$inferInsert)[]): Promise<SessionRow[]> {
  const { columns, records } = recordsOf(sessions, rows);
  const inserted = await tx.sql.execute(sql`
    INSERT INTO sessions (${columns}) SELECT ${columns} FROM ${records} AS wanted
    WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.buyer_id = wanted.buyer_id AND s.status <> 'completed') RETURNING *`);
  return inserted.rows.map((raw) => rowOf(sessions, raw));
}
