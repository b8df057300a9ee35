/** A database on which PostgreSQL ends every transaction once: its work is done, undone, and done again. */
import pg from "pg";
import type { Database } from "#platform/server/db/database.ts";

/** @returns how many transactions were ended so far */
export function loseEachOnce(db: Database): () => number {
  let lost = 0;
  const real = db.transaction.bind(db);
  db.transaction = (work) => {
    let isFirst = true;
    return real(async (tx) => {
      const result = await work(tx);
      if (!isFirst) return result;
      isFirst = false;
      lost += 1;
      throw Object.assign(new pg.DatabaseError("planted", 0, "error"), { code: "40001" });
    });
  };
  return () => lost;
}
