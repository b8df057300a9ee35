/**
 * Caps limit how often something may happen to somebody within hours and days. Each time is an ordinary row, so all
 * processes count together and a crash loses no count.
 */
import { and, bigint, eq, gt, inArray, lt, pgTable, type SQL, sql, text } from "#platform/server/db/drizzle.ts";
import { at } from "./db/columns.ts";
import type { Db } from "./db/database.ts";

const counted = pgTable("counted", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  what: text("what").notNull(),
  whose: text("whose").notNull(),
  at: at("at").notNull(),
});

/** Older counts are deleted, because no cap looks back so far. */
const KEPT_SECONDS = 2 * 86_400;

/** At most `max` times within any `seconds`. */
export interface Cap {
  max: number;
  seconds: number;
}

/** What is counted, for whom, and its caps. */
export interface Capped {
  what: string;
  /** For example `account:ID`; the caps apply to each separately. */
  whose: readonly string[];
  caps: readonly Cap[];
}

/**
 * The wait until one more time is within the caps.
 * @param times of the earlier ones, in any order
 * @returns whole seconds; undefined if there is no wait
 */
export function waitFor(times: readonly Date[], caps: readonly Cap[], now: Date): number | undefined {
  const newestFirst = times.map((time) => time.getTime()).toSorted((a, b) => b - a);
  const waits = caps.map(
    ({ max, seconds }) => ((newestFirst[max - 1] ?? -Infinity) + seconds * 1000 - now.getTime()) / 1000,
  );
  const longest = Math.ceil(Math.max(...waits));
  return longest > 0 ? longest : undefined;
}

/** The longest wait of all for whom it counts, in seconds; undefined if it may happen now. */
export async function capWait(db: Db, capped: Capped, now: Date): Promise<number | undefined> {
  const { what, whose } = capped;
  const rows = await db.sql
    .select({ whose: counted.whose, at: counted.at })
    .from(counted)
    .where(and(inArray(counted.whose, [...whose]), eq(counted.what, what), gt(counted.at, lookBack(capped, now))));
  return longestWait(capped, rows, now);
}

/** The times that count, as a part of a read; `waitOf` makes the wait of them. @param whose a list of texts */
export function timesOf({ what, caps }: Omit<Capped, "whose">, whose: SQL, now: Date): SQL<CountedTimes> {
  return sql`(SELECT jsonb_agg(jsonb_build_array(c.whose, c.at)) FROM counted c
    WHERE c.whose = ANY(${whose}) AND c.what = ${what} AND c.at > ${lookBack({ caps }, now).toISOString()})`;
}

/** Null if there is none. */
export type CountedTimes = [whose: string, at: string][] | null;

/** As `capWait`, of times that were read. */
export function waitOf(capped: Capped, times: CountedTimes, now: Date): number | undefined {
  return longestWait(capped, times?.map(([whose, moment]) => ({ whose, at: new Date(moment) })) ?? [], now);
}

function lookBack({ caps }: Pick<Capped, "caps">, now: Date): Date {
  return new Date(now.getTime() - Math.max(...caps.map(({ seconds }) => seconds)) * 1000);
}

function longestWait(
  { whose, caps }: Capped,
  rows: readonly { whose: string; at: Date }[],
  now: Date,
): number | undefined {
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
