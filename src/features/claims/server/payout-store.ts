/** The SQL of the lists of payouts, and of each player's payouts in a year. */
import { users } from "#features/accounts/server/tables.ts";
import { courses } from "#features/courses/server/tables.ts";
import { holdOnSession } from "#features/orders/server/hold-store.ts";
import { sessions } from "#features/play/server/tables.ts";
import type { Place } from "#platform/server/db/cursor.ts";
import type { Db } from "#platform/server/db/database.ts";
import { alias, and, asc, desc, eq, gte, lt, ne, type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { TaxYear } from "../rules.ts";
import { addressProved, approvedBy, claimHold } from "./store.ts";
import { claims, taxForms, prizeReturns } from "./tables.ts";

const buyers = alias(users, "buyers");

/** The moment of a payout in its state: paid, forfeited, or due. */
const moment = sql<Date>`coalesce(${claims.paidAt}, ${claims.forfeitedAt}, ${claims.decidedAt})`.mapWith(claims.paidAt);

const closedStatuses = sql.join([sql.raw("'paid'"), sql.raw("'forfeited'")], sql`, `);

function read(db: Db) {
  return db.sql
    .select({
      claim: claims,
      at: moment,
      courseName: courses.name,
      teeTime: sessions.teeTime,
      player: { id: users.playerId, name: users.name },
      buyerName: buyers.name,
      approvedBy,
      held: claimHold,
      addressProved,
      settled: sql<{ by: string | null; note: string | null } | null>`(
        SELECT json_build_object('by', a.name, 'note', s.note) FROM claim_steps s LEFT JOIN users a ON a.id = s.actor_id
        WHERE s.claim_id = ${claims.id} AND s.step IN (${closedStatuses}) ORDER BY s.id DESC LIMIT 1)`,
    })
    .from(claims)
    .innerJoin(courses, eq(courses.id, claims.courseId))
    .innerJoin(sessions, eq(sessions.id, claims.sessionId))
    .innerJoin(users, eq(users.id, claims.userId))
    .innerJoin(buyers, eq(buyers.id, claims.buyerId))
    .$dynamic();
}
export type PayoutRow = Awaited<ReturnType<typeof read>>[number];

/** The facts that decide about each due payout, by one look-up for each: joins would make Postgres read every session. */
export async function readDue(db: Db) {
  const bought = sql`(SELECT coalesce(s.main_session_id, s.id) FROM sessions s WHERE s.id = ${claims.sessionId})`;
  return db.sql
    .select({
      claim: claims,
      held: holdOnSession(bought),
      addressProved,
    })
    .from(claims)
    .where(eq(claims.payoutStatus, "due"));
}

export interface PayoutScope {
  /** The states of the payouts; absent for all three. */
  status: "due" | "paid" | "forfeited" | undefined;
  /** The year of the payment, of the forfeit or, while due, of the verdict. */
  year: TaxYear | undefined;
}

function within({ status, year }: PayoutScope): SQL | undefined {
  return and(
    status ? eq(claims.payoutStatus, status) : ne(claims.payoutStatus, "not_due"),
    year &&
      sql`${moment} >= ${year.from.toISOString()}::timestamptz AND ${moment} < ${year.to.toISOString()}::timestamptz`,
  );
}

/** One page of payouts, after a place in the given order. */
export async function readPayouts(
  db: Db,
  page: PayoutScope & { order: "oldest" | "newest"; beyond: Place | undefined; limit: number },
): Promise<PayoutRow[]> {
  const { beyond, order } = page;
  const place = beyond && sql`(${beyond.at.toISOString()}::timestamptz, ${beyond.id}::uuid)`;
  const here = sql`(${moment}, ${claims.id})`;
  const direction = order === "oldest" ? asc : desc;
  return read(db)
    .where(and(within(page), place && (order === "oldest" ? sql`${here} > ${place}` : sql`${here} < ${place}`)))
    .orderBy(direction(moment), direction(claims.id))
    .limit(page.limit);
}

export async function insertPrizeReturn(tx: Db, row: typeof prizeReturns.$inferInsert): Promise<void> {
  await tx.sql.insert(prizeReturns).values(row);
}

export interface PayoutSums {
  count: number;
  cashCents: number;
  otherPrizes: number;
  otherCents: number;
}

const ofCash = sql`FILTER (WHERE ${claims.prizeType} = 'monetary')`;
const ofOther = sql`FILTER (WHERE ${claims.prizeType} = 'other')`;
/** Cash has no stated value, and other prizes have no amount. */
const cents = sql`sum(${claims.prizeAmountCents} + ${claims.statedValueCents})`;
const sums = {
  count: sql<number>`count(*)`,
  cashCents: sql<number>`coalesce(${cents} ${ofCash}, 0)::bigint`,
  otherPrizes: sql<number>`count(*) ${ofOther}`,
  otherCents: sql<number>`coalesce(${cents} ${ofOther}, 0)::bigint`,
};

export async function sumPayouts(db: Db, scope: PayoutScope): Promise<PayoutSums> {
  const [row] = await db.sql.select(sums).from(claims).where(within(scope));
  return row ?? { count: 0, cashCents: 0, otherPrizes: 0, otherCents: 0 };
}

/** Each guest's claim is a group of its own; a player's claims are one group. */
const guestClaim = sql<string | null>`CASE WHEN ${claims.onGuestRow} THEN ${claims.id} END`;
const guestName = sql<string | null>`CASE WHEN ${claims.onGuestRow} THEN ${claims.playerName} END`;

/** Each player's payouts in a year, largest sum first. */
export async function readTotals(db: Db, year: TaxYear, limit: number | undefined) {
  const rows = db.sql
    .select({
      guestClaimId: guestClaim,
      guestName,
      /** The player; for a guest's claim, the buyer. */
      player: { id: users.playerId, name: users.name },
      // A form for one of these claims counts even without a record (a guest's claim, or an old one).
      taxFormReceived: sql<boolean>`bool_or(${taxForms.playerId} IS NOT NULL AND NOT ${claims.onGuestRow}
        OR ${claims.taxFormReceivedAt} IS NOT NULL)`,
      taxForm: sql<"W-9" | "W-8BEN" | null>`CASE WHEN ${guestClaim} IS NULL THEN max(${taxForms.form}) END`,
      ...sums,
    })
    .from(claims)
    .innerJoin(users, eq(users.id, claims.userId))
    .leftJoin(taxForms, and(eq(taxForms.playerId, claims.userId), eq(taxForms.year, year.year)))
    .where(and(eq(claims.payoutStatus, "paid"), gte(claims.paidAt, year.from), lt(claims.paidAt, year.to)))
    .groupBy(users.id, guestClaim, guestName)
    .orderBy(sql`${cents} DESC`, users.name, users.id, guestClaim);
  return limit === undefined ? rows : rows.limit(limit);
}
export type PlayerTotalRow = Awaited<ReturnType<typeof readTotals>>[number];
