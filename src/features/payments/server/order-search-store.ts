/** All SQL of the administrators' search through orders. */
import { peopleCalled } from "#features/accounts/server/people-store.ts";
import { users } from "#features/accounts/server/tables.ts";
import { courses } from "#features/courses/server/tables.ts";
import { holdOn } from "#features/orders/server/hold-store.ts";
import { orders, refunds } from "#features/orders/server/tables.ts";
import { receipts } from "#features/receipts/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, gte, lt, type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { OrderFilter, OrderSort } from "../order-contract.ts";
import { wantedBy } from "../search-rules.ts";

export interface OrderSearch {
  text: string | undefined;
  status: OrderFilter | undefined;
  courseId: number | undefined;
  packageId: number | undefined;
  /** The first instant of the period, and the first one after it. */
  from: Date | undefined;
  until: Date | undefined;
  sort: OrderSort;
  /** The id of the order after which the page begins. */
  beyond: string | undefined;
  limit: number;
}

const byTime = sql`(${orders.createdAt}, ${orders.id})`;
const byAmount = sql`(${orders.amountCents}, ${orders.createdAt}, ${orders.id})`;
const placeOf = (id: string) => ({
  inTime: sql`(SELECT p.created_at, p.id FROM orders p WHERE p.id = ${id}::uuid)`,
  inAmount: sql`(SELECT p.amount_cents, p.created_at, p.id FROM orders p WHERE p.id = ${id}::uuid)`,
});

/** Each order of the list: its columns, and the condition for the rows after one of its rows. */
const sorts: Record<OrderSort, { columns: SQL[]; beyond: (id: string) => SQL }> = {
  newest: {
    columns: [desc(orders.createdAt), desc(orders.id)],
    beyond: (id) => sql`${byTime} < ${placeOf(id).inTime}`,
  },
  oldest: { columns: [asc(orders.createdAt), asc(orders.id)], beyond: (id) => sql`${byTime} > ${placeOf(id).inTime}` },
  largest: {
    columns: [desc(orders.amountCents), desc(orders.createdAt), desc(orders.id)],
    beyond: (id) => sql`${byAmount} < ${placeOf(id).inAmount}`,
  },
  smallest: {
    columns: [asc(orders.amountCents), asc(orders.createdAt), asc(orders.id)],
    beyond: (id) => sql`${byAmount} > ${placeOf(id).inAmount}`,
  },
};

const isRefused = sql`${orders.id} IN (SELECT ${refunds.orderId} FROM ${refunds} WHERE ${refunds.status} = 'failed')`;

function isOf(filter: OrderFilter): SQL {
  if (filter === "refund_refused") return isRefused;
  if (filter !== "disputed") return eq(orders.status, filter);
  return sql`${orders.id} IN (SELECT p.order_id FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id WHERE d.status = 'open')`;
}

/** The condition for the orders that fit the search. */
export async function searchOrders(db: Db, search: OrderSearch) {
  const { columns, beyond } = sorts[search.sort];
  const ours = sql`${receipts.orderId} = ${orders.id}`;
  return db.sql
    .select({
      order: orders,
      courseName: courses.name,
      held: holdOn(sql`${orders.id}`),
      player: { id: users.id, playerId: users.playerId, name: users.name, email: users.email },
      receiptNumber: sql<number | null>`(SELECT min(${receipts.number}) FROM ${receipts} WHERE ${ours})`.mapWith(
        (number: string | number | null) => (number === null ? null : Number(number)),
      ),
      refundRefused: sql<boolean>`${isRefused}`,
      last4: sql<string | null>`(SELECT max(${receipts.last4}) FROM ${receipts} WHERE ${ours})`,
      refundedCents: sql<number>`(SELECT coalesce(sum(${refunds.amountCents}), 0) FROM ${refunds}
        WHERE ${refunds.orderId} = ${orders.id} AND ${refunds.status} NOT IN ('dropped', 'cancelled'))`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(courses, eq(courses.id, orders.courseId))
    .where(
      and(
        search.text === undefined ? undefined : sql`${orders.id} IN (${matches(search.text)})`,
        search.status && isOf(search.status),
        search.courseId === undefined ? undefined : eq(orders.courseId, search.courseId),
        search.packageId === undefined ? undefined : eq(orders.packageId, search.packageId),
        search.from && gte(orders.createdAt, search.from),
        search.until && lt(orders.createdAt, search.until),
        search.beyond === undefined ? undefined : beyond(search.beyond),
      ),
    )
    .orderBy(...columns)
    .limit(search.limit);
}

/** The ids of the orders that a text may mean: a union of look-ups that each have an index. */
function matches(text: string): SQL {
  const { number, last4 } = wantedBy(text);
  const found: SQL[] = [sql`SELECT id FROM orders WHERE user_id IN (${peopleCalled(text)})`];
  if (number !== undefined) {
    found.push(sql`SELECT id FROM orders WHERE number = ${number}`);
    found.push(sql`SELECT order_id FROM receipts WHERE number = ${number}`);
  }
  if (last4 !== undefined) found.push(sql`SELECT order_id FROM receipts WHERE last4 = ${last4}`);
  return sql.join(found, sql` UNION `);
}
