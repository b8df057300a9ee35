/** SQL of making a claim, in as few statements as its locks allow. */
import type { Reader } from "#features/accounts/server/push-store.ts";
import { OFFERS } from "#features/courses/contract.ts";
import { type CourseRow, takePrizes } from "#features/courses/server/store.ts";
import { courses } from "#features/courses/server/tables.ts";
import { lockForTaking, takingPot } from "#features/ledger/server/reserve-store.ts";
import type { Hold } from "#features/orders/contract.ts";
import { holdOnSession } from "#features/orders/server/hold-store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import { recordsOf, rowOf, rowsGiven } from "#platform/server/db/rows.ts";
import { lockJackpotClaims } from "./jackpot-store.ts";
import type { ClaimRow } from "./store.ts";
import { claims } from "./tables.ts";

type NewClaim = typeof claims.$inferInsert;

/** The columns that a prize or a pot fills. */
type Won =
  | "prizeType"
  | "prizeAmountCents"
  | "prizeDescription"
  | "prizeDescriptionEs"
  | "statedValueCents"
  | "reseedCents"
  | "prizeId";

/** A claim before it has its prize. */
export type WantedClaim = Omit<NewClaim, Won>;

/** The first steps of the claims that are `made` by the same statement. */
const firstSteps = sql`
  INSERT INTO claim_steps (claim_id, step, actor_id, created_at)
  SELECT id, 'submitted', submitted_by, created_at FROM made`;

/**
 * Takes a course's pot and writes the claims of it with their first steps, in one round trip, because the course's
 * payments and its other jackpots wait for the pot until the commit. The first claim takes what is in the pot, and each
 * later one the base with which the one before has left it.
 * @returns finds a claim by its id
 * @throws by the constraint `one_pending_middle_claim`
 */
export async function insertJackpotClaims(
  tx: Db,
  { id: courseId, baseJackpotCents: baseCents }: Pick<CourseRow, "id" | "baseJackpotCents">,
  wanted: readonly WantedClaim[],
): Promise<(id: string) => ClaimRow> {
  const taking = { courseId, baseCents, claims: wanted.map(({ id, createdAt: at }) => ({ id, at })) };
  await lockJackpotClaims(tx, courseId);
  // Its trigger locks the course, too: before the pot, as a closing does, which would otherwise wait for this one for ever.
  await tx.ahead(sql`SELECT FROM courses WHERE id = ${courseId} FOR SHARE`);
  await lockForTaking(tx, taking);
  const monetary = { prizeType: "monetary" as const, statedValueCents: 0, reseedCents: baseCents };
  const { columns, records } = recordsOf(
    claims,
    wanted.map((claim) => ({ ...claim, ...monetary })),
  );
  // The description is as `formatCents` writes it.
  const { rows } = await tx.sql.execute(sql`
    WITH ${takingPot(taking)}, made AS (
      INSERT INTO claims (${columns}, prize_amount_cents, prize_description)
      SELECT ${columns}, cents, 'Jackpot of $' || to_char(cents / 100.0, 'FM999,999,999,999,990.00')
      FROM ${records} AS wanted JOIN taken ON claim_id = id ORDER BY n
      RETURNING *
    ), step AS (${firstSteps})
    SELECT * FROM made`);
  return madeOf(rows);
}

function madeOf(rows: readonly Readonly<Record<string, unknown>>[]): (id: string) => ClaimRow {
  const made = new Map(rows.map((row) => rowOf(claims, row)).map((claim) => [claim.id, claim]));
  return (id) => {
    const claim = made.get(id);
    if (!claim) throw new Error(`Claim ${id} was not inserted`);
    return claim;
  };
}

interface Facts {
  /** Null for a deleted account. Until the transaction ends the account is not deleted. */
  ownerName: string | null;
  held: Hold | null;
  reader: Reader | null;
}

/**
 * Reads what claims at a course need besides their sessions, before the prize or the pot is locked, because others wait
 * for these.
 * @param of each claim's owner and the session that was bought
 * @returns `facts`: in the order of `of`
 */
export async function readForClaims(
  tx: Db,
  courseId: number,
  of: readonly { ownerId: string; mainId: string }[],
  readerOf: (userId: SQL) => SQL<Reader | null>,
): Promise<{ course: CourseRow; facts: Facts[] }> {
  const asked = of.map(({ ownerId, mainId }, n) => ({ n, owner_id: ownerId, main_id: mainId }));
  const { rows } = await tx.sql.execute<{
    course: Readonly<Record<string, unknown>>;
    owner_name: string | null;
    held: Hold | null;
    reader: Reader | null;
  }>(sql`
    SELECT CASE WHEN asked.n = 0 THEN to_jsonb(c) END AS course,
      (SELECT u.name FROM users u WHERE u.id = asked.owner_id AND u.deleted_at IS NULL FOR KEY SHARE) AS owner_name,
      ${holdOnSession(sql`asked.main_id`)} AS held, ${readerOf(sql`asked.owner_id`)} AS reader
    FROM (${rowsGiven({ n: "integer", owner_id: "uuid", main_id: "uuid" }, asked)}) AS asked
      JOIN courses c ON c.id = ${courseId}
    ORDER BY asked.n`);
  const [row] = rows;
  if (!row) throw new Error(`Course ${courseId} is gone`);
  return {
    course: rowOf(courses, row.course),
    facts: rows.map(({ owner_name, held, reader }) => ({ ownerName: owner_name, held, reader })),
  };
}

/**
 * Takes a hole's prize as often as it is wanted and writes the claims with their first steps, as one statement, because
 * other claims wait for the prize's row until the commit.
 * @param otherwise the prize if the hole has none left
 * @returns finds a claim by its id
 * @throws by the constraint `never_more_than_stock` if the prize is left, but not for all of several claims
 */
export async function insertPrizeClaims(
  tx: Db,
  { courseId, hole }: { courseId: number; hole: "left" | "right" },
  wanted: readonly WantedClaim[],
  otherwise: { name: string; nameEs: string; valueCents: number },
): Promise<(id: string) => ClaimRow> {
  const { columns, records } = recordsOf(
    claims,
    wanted.map((claim) => ({ ...claim, prizeType: "other" as const, prizeAmountCents: 0 })),
  );
  const { rows } = await tx.sql.execute(sql`
    WITH prize (taken_id, name, name_es, stock, value_cents) AS ${takePrizes(tx, { courseId, hole }, wanted.length)}, made AS (
      INSERT INTO claims (${columns}, prize_id, prize_description, prize_description_es, stated_value_cents)
      SELECT ${columns}, taken_id, coalesce(name, ${otherwise.name}::text),
        CASE WHEN taken_id IS NULL THEN ${otherwise.nameEs}::text ELSE name_es END, coalesce(value_cents, ${otherwise.valueCents}::bigint)
      FROM ${records} AS wanted LEFT JOIN prize ON true
      RETURNING *
    ), step AS (${firstSteps})
    SELECT made.*, (SELECT stock FROM prize) AS prize_stock FROM made`);
  // The claims may have taken the last prizes.
  if (rows[0]?.["prize_stock"] !== null) tx.touch(OFFERS);
  return madeOf(rows);
}
