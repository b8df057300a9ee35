/** What the database's errors mean. */
import pg from "pg";

/** PostgreSQL's error behind one that Drizzle wrapped, if it is one. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof pg.DatabaseError) return e;
  return undefined;
}

/** Whether a write was refused by the named unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  const found = databaseError(error);
  return found?.code === "23505" && found.constraint === constraint;
}

/** Whether a transaction was ended in favour of another: a deadlock, or a serialization failure. The same again may win. */
export function isLost(error: unknown): boolean {
  const code = databaseError(error)?.code;
  return code === "40P01" || code === "40001";
}

/** Whether an error means that the database is away, not that the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseError(error)?.code;
  if (code) return code.startsWith("08") || code.startsWith("57P") || code === "53300";
  for (let e = error; e instanceof Error; e = e.cause) {
    if ("code" in e && typeof e.code === "string" && ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"].includes(e.code))
      return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        e.message,
      )
    )
      return true;
  }
  return false;
}
