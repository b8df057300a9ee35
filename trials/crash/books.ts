/** The whole database, in the shape that the comparison needs. */
import pg from "pg";

export interface OrderFact {
  id: string;
  status: string;
  sessionId: string | null;
  /** One element for each capture at the gateway, in cents. */
  captures: number[];
  /** Cents refunded, due or settled. */
  refunded: number;
}
export interface ShotFact {
  id: string;
  sessionId: string;
  withdrawn: boolean;
}
export interface ClaimFact {
  attemptId: string;
  cents: number;
  status: string;
  payout: string;
}
export interface RefundFact {
  orderId: string;
  cents: number;
  settled: boolean;
  /** Cents that the gateway paid for this refund's id. */
  paid: number | null;
}

export interface Books {
  userByEmail: ReadonlyMap<string, readonly string[]>;
  /** By player and bay: `orderKey`. */
  orders: ReadonlyMap<string, readonly OrderFact[]>;
  orderById: ReadonlyMap<string, OrderFact>;
  /** Main sessions by player and bay. */
  sessions: ReadonlyMap<string, readonly string[]>;
  sessionStatus: ReadonlyMap<string, string>;
  /** By the id that the caller gave; a miss that became a hit is listed under both of its ids. */
  shots: ReadonlyMap<string, readonly ShotFact[]>;
  shotById: ReadonlyMap<string, ShotFact>;
  claims: ReadonlyMap<string, ClaimFact>;
  refunds: ReadonlyMap<string, readonly RefundFact[]>;
  /** What the reconciler has not settled. */
  unsettled: { payments: number; refunds: number };
}

export const orderKey = (userId: string, bay: number | null) => `${userId} ${bay}`;

function grouped<Row, Value>(rows: readonly Row[], key: (row: Row) => string, value: (row: Row) => Value) {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(value(row));
    else groups.set(key(row), [value(row)]);
  }
  return groups;
}

/**
 * Reads the books in one snapshot. Each statement joins whole tables: a database that is killed every few seconds never
 * counts its rows, and would look for one order's payments after the other among all.
 */
export async function readBooks(connection: pg.PoolConfig): Promise<Books> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const read = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
    const users = await read<{ id: string; email: string }>("SELECT id, lower(email) AS email FROM users");
    const orders = await read<OrderFact & { user_id: string; bay: number | null }>(`
      SELECT o.id, o.user_id, o.bay_number AS bay, o.status, o.session_id AS "sessionId",
        coalesce(paid.captures, '{}') AS captures, coalesce(given.refunded, 0) AS refunded
      FROM orders o
      LEFT JOIN (SELECT p.order_id, array_agg(g.amount_cents) AS captures
        FROM payment_attempts p JOIN sandbox.payments g ON g.attempt_id = p.id::text AND g.status = 'captured'
        GROUP BY p.order_id) paid ON paid.order_id = o.id
      LEFT JOIN (SELECT order_id, sum(amount_cents)::int AS refunded FROM refunds GROUP BY order_id) given
        ON given.order_id = o.id`);
    const sessions = await read<{ id: string; user_id: string | null; bay: number; status: string }>(
      "SELECT id, user_id, bay_number AS bay, status FROM sessions WHERE main_session_id IS NULL",
    );
    const shots = await read<ShotFact & { given: string }>(`
      SELECT id, session_id AS "sessionId", withdrawn_at IS NOT NULL AS withdrawn, given
      FROM attempts, LATERAL (VALUES (shot_id), (claim_shot_id)) ids (given) WHERE given IS NOT NULL`);
    const claims = await read<ClaimFact & { id: string }>(`
      SELECT id, attempt_id AS "attemptId", prize_amount_cents::int AS cents, status, payout_status AS payout FROM claims`);
    const refunds = await read<RefundFact & { reason: string }>(`
      SELECT r.order_id AS "orderId", r.amount_cents AS cents, r.status = 'settled' AS settled, r.reason,
        g.amount_cents AS paid
      FROM refunds r LEFT JOIN sandbox.refunds g ON g.refund_id = r.id::text`);
    const [unsettled] = await read<{ payments: number; refunds: number }>(`
      SELECT (SELECT count(*)::int FROM payment_attempts WHERE status IN ('initiated', 'unknown')) AS payments,
        (SELECT count(*)::int FROM refunds WHERE status <> 'settled') AS refunds`);
    return {
      userByEmail: grouped(
        users,
        ({ email }) => email,
        ({ id }) => id,
      ),
      orders: grouped<(typeof orders)[number], OrderFact>(
        orders,
        (row) => orderKey(row.user_id, row.bay),
        (row) => row,
      ),
      orderById: new Map(orders.map((row) => [row.id, row])),
      sessions: grouped(
        sessions,
        (row) => orderKey(row.user_id ?? "", row.bay),
        ({ id }) => id,
      ),
      sessionStatus: new Map(sessions.map(({ id, status }) => [id, status])),
      shots: grouped<(typeof shots)[number], ShotFact>(
        shots,
        ({ given }) => given,
        (row) => row,
      ),
      shotById: new Map(shots.map((row) => [row.id, row])),
      claims: new Map(claims.map((row) => [row.id, row])),
      refunds: grouped<(typeof refunds)[number], RefundFact>(
        refunds,
        ({ reason }) => reason,
        (row) => row,
      ),
      unsettled: unsettled ?? { payments: 0, refunds: 0 },
    };
  } finally {
    await client.end();
  }
}
