/** SQL of disputes: finding one, moving it on, and those that the gateway is asked about. */
import { disputes, paymentAttempts } from "#features/orders/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, eq, gte, type SQL } from "#platform/server/db/drizzle.ts";
import type { Provider } from "./store.ts";

type DisputeRow = typeof disputes.$inferSelect;

export async function findDispute(tx: Db, reference: string): Promise<DisputeRow | undefined> {
  const [row] = await tx.sql.select().from(disputes).where(eq(disputes.reference, reference)).for("no key update");
  return row;
}

export async function insertDispute(tx: Db, dispute: typeof disputes.$inferInsert): Promise<void> {
  await tx.sql.insert(disputes).values(dispute);
}

export async function setDispute(tx: Db, id: string, change: Pick<DisputeRow, "status" | "resolvedAt">): Promise<void> {
  await tx.sql.update(disputes).set(change).where(eq(disputes.id, id));
}

/** The gateway's names of a provider's disputes that are open here. */
export function openDisputes(db: Db, provider: Provider): Promise<string[]> {
  return disputesThat(db, provider, eq(disputes.status, "open"));
}

/** The gateway's names of a provider's disputes that were lost since a moment. */
export function lostDisputes(db: Db, provider: Provider, since: Date): Promise<string[]> {
  return disputesThat(db, provider, and(eq(disputes.status, "lost"), gte(disputes.resolvedAt, since)));
}

async function disputesThat(db: Db, provider: Provider, are: SQL | undefined): Promise<string[]> {
  const rows = await db.sql
    .select({ reference: disputes.reference })
    .from(disputes)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, disputes.paymentId))
    .where(and(are, eq(paymentAttempts.provider, provider)))
    .orderBy(asc(disputes.createdAt));
  return rows.map(({ reference }) => reference);
}
