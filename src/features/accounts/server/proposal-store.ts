/** All SQL of proposals. */
import { at } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import {
  and,
  desc,
  eq,
  getTableColumns,
  integer,
  jsonb,
  lt,
  pgTable,
  type SQL,
  sql,
  text,
  uuid,
} from "#platform/server/db/drizzle.ts";
import type { Language } from "#platform/shared/language.ts";
import { proposalKinds } from "../proposal-contract.ts";
import { subjectsOf } from "./proposal-letter.ts";
import { isAdminSince } from "./standing-store.ts";

const proposals = pgTable("proposals", {
  id: integer("id").generatedAlwaysAsIdentity().primaryKey(),
  kind: text("kind", { enum: proposalKinds }).notNull(),
  subjectId: uuid("subject_id"),
  detail: jsonb("detail").$type<Readonly<Record<string, unknown>>>().notNull(),
  reason: text("reason"),
  proposedBy: uuid("proposed_by").notNull(),
  proposedAt: at("proposed_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  status: text("status", { enum: ["open", "done", "withdrawn"] })
    .notNull()
    .default("open"),
  decidedBy: uuid("decided_by"),
  decidedAt: at("decided_at"),
});

/** Whether its proposer has been an administrator ever since. */
const stands = sql<boolean>`${isAdminSince(sql`proposals.proposed_by`, sql`proposals.proposed_at`)}`;
const columns = { ...getTableColumns(proposals), stands };
export type ProposalRow = typeof proposals.$inferSelect & { stands: boolean };

/** Whether a row of `proposals` can still be approved, as far as time and its proposer go. */
export const isWaiting = (now: Date): SQL<boolean> =>
  sql<boolean>`(proposals.status = 'open' AND proposals.expires_at > ${now.toISOString()}::timestamptz AND ${stands})`;

export interface Who {
  id: string;
  name: string;
  email: string;
}

export async function insert(tx: Db, row: typeof proposals.$inferInsert): Promise<ProposalRow> {
  const [made] = await tx.sql.insert(proposals).values(row).returning(columns);
  if (!made) throw new Error("insert returned nothing");
  return made;
}

/** Any constant: those who propose wait for each other. */
const PROPOSING = 7_306_513;

/**
 * The waiting proposal that says the same as one that is about to be made. Until the transaction ends nobody else
 * makes one.
 */
export async function lockSame(
  tx: Db,
  said: Pick<ProposalRow, "kind" | "subjectId" | "detail" | "reason" | "proposedBy">,
  now: Date,
): Promise<ProposalRow | undefined> {
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(${PROPOSING})`);
  const { kind, subjectId, detail, reason, proposedBy } = said;
  const [row] = await tx.sql
    .select(columns)
    .from(proposals)
    .where(
      and(
        eq(proposals.kind, kind),
        sql`${proposals.subjectId} IS NOT DISTINCT FROM ${subjectId}::uuid`,
        sql`${proposals.detail} = ${JSON.stringify(detail)}::jsonb`,
        sql`${proposals.reason} IS NOT DISTINCT FROM ${reason}::text`,
        eq(proposals.proposedBy, proposedBy),
        isWaiting(now),
      ),
    );
  return row;
}

export async function find(db: Db, id: number): Promise<ProposalRow | undefined> {
  const [row] = await db.sql.select(columns).from(proposals).where(eq(proposals.id, id));
  return row;
}

export async function lock(tx: Db, id: number): Promise<ProposalRow | undefined> {
  const [row] = await tx.sql.select(columns).from(proposals).where(eq(proposals.id, id)).for("update");
  return row;
}

export async function decide(
  tx: Db,
  id: number,
  decision: { status: "done" | "withdrawn"; decidedBy: string | null; decidedAt: Date },
): Promise<ProposalRow> {
  const [row] = await tx.sql.update(proposals).set(decision).where(eq(proposals.id, id)).returning(columns);
  if (!row) throw new Error("the proposal is gone");
  return row;
}

/** Those that wait, newest first. */
export async function listWaiting(db: Db, now: Date): Promise<ProposalRow[]> {
  return db.sql.select(columns).from(proposals).where(isWaiting(now)).orderBy(desc(proposals.id));
}

/** A page of those that are decided or void, newest first. @param before the id of the last one of the page before */
export async function listOver(db: Db, now: Date, before: number | undefined, limit: number): Promise<ProposalRow[]> {
  return db.sql
    .select(columns)
    .from(proposals)
    .where(and(sql`NOT ${isWaiting(now)}`, before === undefined ? undefined : lt(proposals.id, before)))
    .orderBy(desc(proposals.id))
    .limit(limit);
}

export async function administrators(db: Db): Promise<(Who & { language: Language })[]> {
  const { rows } = await db.sql.execute<Who & { language: Language } & Record<string, unknown>>(
    sql`SELECT id, name, email, language FROM users WHERE role = 'admin' AND deleted_at IS NULL ORDER BY lower(name), id`,
  );
  return rows;
}

export async function nameOf(db: Db, id: string): Promise<Who | undefined> {
  const { rows } = await db.sql.execute<Who & Record<string, unknown>>(
    sql`SELECT id, name, email FROM users WHERE id = ${id}`,
  );
  return rows[0];
}

/**
 * The accounts to which an administrator has given a role or an address, or which they recovered, since a moment: by
 * proposing or by approving it, or alone, while the account was a player's.
 */
export async function helpedSince(db: Db, administratorId: string, since: Date): Promise<string[]> {
  const { rows } = await db.sql.execute<{ id: string }>(sql`
    SELECT subject_id::text AS id FROM proposals
    WHERE status = 'done' AND subject_id IS NOT NULL AND decided_at > ${since.toISOString()}
      AND (proposed_by = ${administratorId} OR decided_by = ${administratorId})
    UNION
    SELECT u.id::text FROM users u JOIN audit_trail t ON t.subject = u.id::text
    WHERE u.role = 'admin' AND t.actor_id = ${administratorId} AND t.created_at > ${since.toISOString()}
      AND (t.action = 'account.email_moved' OR t.action = 'staff.changed'
        AND t.detail #>> '{before,role}' = 'player' AND t.detail #>> '{after,role}' <> 'player')`);
  return rows.map(({ id }) => id);
}

/**
 * Takes a person's addresses out of the proposals about them, which name them by `email` from then on, and out of what
 * administrators were written of these proposals.
 */
export async function forgetSubject(tx: Db, userId: string, email: string): Promise<void> {
  const changed = await tx.sql.execute<{ id: number }>(sql`
    UPDATE proposals SET detail = detail || CASE WHEN detail ? 'email'
      THEN jsonb_build_object('email', ${email}::text, 'before', ${email}::text) ELSE '{}' END
    WHERE subject_id = ${userId} RETURNING id`);
  for (const { id } of changed.rows)
    await tx.sql.execute(sql`
      UPDATE mails SET body = '', html = ''
      WHERE subject LIKE ANY (${sql.param(subjectsOf(id))}::text[]) AND body <> '' AND sent_at IS NOT NULL`);
}
