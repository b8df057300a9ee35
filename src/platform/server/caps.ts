/**
 * Caps: how often something may happen to somebody within hours and days. Each time is an ordinary row, so all
 * processes count together and a crash forgets nothing.
 */
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./db/columns.ts";
import type { Db } from "./db/database.ts";

const counted = pgTable("counted", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  what: text("what").notNull(),
  whose: text("whose").notNull(),
  at: at("at").notNull(),
});

/** Counts older than this are deleted: no cap looks back so far. */
const KEPT_SECONDS = 2 * 86_400;

/** At most `max` times within any `seconds`. */
export interface Cap {
  max: number;
  seconds: number;
}

/** What is counted, for whom, and how often it may happen. */
export interface Capped {
  what: string;
  /** Such as `account:ID`; each has the caps for itself. */
  whose: readonly string[];
  caps: readonly Cap[];
}

/**
 * How long one waits until another time is within the caps.
 * @param times when it happened before, in any order
 * @returns whole seconds; undefined when nothing is to be waited for
 */
export function waitFor(times: readonly Date[], caps: readonly Cap[], now: Date): number | undefined {
  const newestFirst = times.map((time) => time.getTime()).toSorted((a, b) => b - a);
  const waits = caps.map(
    ({ max, seconds }) => ((newestFirst[max - 1] ?? -Infinity) + seconds * 1000 - now.getTime()) / 1000,
  );
  const longest = Math.ceil(Math.max(...waits));
  return longest > 0 ? longest : undefined;
}

/** The longest that any of those whom it counts for must wait, in seconds; undefined when it may happen now. */
export async function capWait(db: Db, { what, whose, caps }: Capped, now: Date): Promise<number | undefined> {
  const since = new Date(now.getTime() - Math.max(...caps.map(({ seconds }) => seconds)) * 1000);
  const rows = await db.sql
    .select({ whose: counted.whose, at: counted.at })
    .from(counted)
    .where(and(inArray(counted.whose, [...whose]), eq(counted.what, what), gt(counted.at, since)));
  const waits = whose.flatMap(
    (one) =>
      waitFor(
        rows.filter((row) => row.whose === one).map((row) => row.at),
        caps,
        now,
      ) ?? [],
  );
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Counts one more time. */
export async function countOne(db: Db, { what, whose }: Pick<Capped, "what" | "whose">, now: Date): Promise<void> {
  await db.sql.insert(counted).values(whose.map((one) => ({ what, whose: one, at: now })));
}

/** Deletes counts that no cap and no limit on calls (`http/limits.ts`) needs any more. */
export async function dropOldCounts(db: Db, now: Date): Promise<void> {
  await db.sql.execute(sql`DELETE FROM calls WHERE ends_at <= ${now.toISOString()}`);
  await db.sql.delete(counted).where(lt(counted.at, new Date(now.getTime() - KEPT_SECONDS * 1000)));
}
