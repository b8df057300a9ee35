/** SQL of the refunds of a course's day. */
import type { refunds } from "#features/orders/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";

interface OrderRow extends Record<string, unknown> {
  number: number;
  name: string;
  bay: number | null;
  boughtAt: string;
  cents: number;
  refunds: { cents: number; status: (typeof refunds.$inferSelect)["status"] }[];
}

/** The orders of a course within two instants that have a refund, those of the last refund first. */
export async function refundedOrders(db: Db, courseId: number, from: Date, until: Date): Promise<OrderRow[]> {
  const { rows } = await db.sql.execute<OrderRow>(sql`
    SELECT o.number::float8 AS number, u.name, coalesce(s.bay_number, o.bay_number) AS bay,
      to_json(o.created_at) #>> '{}' AS "boughtAt", o.amount_cents::float8 AS cents,
      json_agg(json_build_object('cents', r.amount_cents, 'status', r.status) ORDER BY r.arrival) AS refunds
    FROM orders o JOIN users u ON u.id = o.user_id JOIN refunds r ON r.order_id = o.id LEFT JOIN sessions s ON s.id = o.session_id
    WHERE o.course_id = ${courseId} AND o.created_at >= ${from.toISOString()} AND o.created_at < ${until.toISOString()}
    GROUP BY o.id, u.id, s.id ORDER BY max(r.arrival) DESC`);
  return rows;
}
