/** The receipts of one player. */
import { orders } from "#features/orders/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { desc, eq, getTableColumns } from "#platform/server/db/drizzle.ts";
import type { ReceiptRow } from "./store.ts";
import { receipts } from "./tables.ts";

export async function readOfPlayer(db: Db, userId: string): Promise<ReceiptRow[]> {
  return db.sql
    .select(getTableColumns(receipts))
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(receipts.number));
}
