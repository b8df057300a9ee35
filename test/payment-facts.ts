/** What the database has of a golfer's payments, to compare two golfers. */
import type pg from "pg";
import type { Player } from "./app.ts";

/** All rows of a golfer's payments, without what is different for each. */
export async function paymentFacts(pool: pg.Pool, { id }: Player): Promise<string> {
  const { rows } = await pool.query(
    `SELECT to_jsonb(o) - '{id,number,user_id,session_id,browser_id}'::text[] AS bought,
      to_jsonb(p) - '{id,order_id}'::text[] AS attempt,
      to_jsonb(s) - '{id,user_id,buyer_id}'::text[] AS started,
      (SELECT jsonb_agg(jsonb_build_array(to_jsonb(t) - '{id,payment_id}'::text[],
          (SELECT jsonb_agg(jsonb_build_array(e.account_key, e.amount_cents) ORDER BY e.account_key) FROM ledger_entries e WHERE e.transfer_id = t.id))
        ) FROM ledger_transfers t WHERE t.payment_id = p.id) AS booked,
      (SELECT to_jsonb(d) - '{payment_id}'::text[] FROM receipts_due d WHERE d.payment_id = p.id) AS due,
      (SELECT jsonb_agg(to_jsonb(x) - '{attempt_id}'::text[]) FROM sandbox.payments x WHERE x.attempt_id = p.id::text) AS charged,
      (SELECT jsonb_agg(to_jsonb(x) - '{attempt_id,reference,source}'::text[]) FROM sandbox.transactions x WHERE x.attempt_id = p.id::text) AS entered,
      (SELECT jsonb_agg(to_jsonb(x) - '{id,user_id,buyer_id}'::text[] ORDER BY x.balls_bought) FROM sessions x WHERE x.buyer_id = o.user_id) AS all_started,
      (SELECT count(*) FROM saved_cards x JOIN card_vaults v ON v.id = x.vault_id WHERE v.user_id = o.user_id) AS cards,
      (SELECT count(*) FROM sandbox.events x WHERE x.body LIKE '%' || p.id || '%') AS events
    FROM orders o JOIN payment_attempts p ON p.order_id = o.id LEFT JOIN sessions s ON s.id = o.session_id
    WHERE o.user_id = $1 ORDER BY o.number`,
    [id],
  );
  return JSON.stringify(rows, null, 1).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID");
}

/** The state of each golfer's order; one that is to be given back, whether or not it has been already. */
export async function statusesOfOrders(pool: pg.Pool, all: readonly Player[]): Promise<string[]> {
  const { rows } = await pool.query<{ status: string }>(
    "SELECT status FROM orders WHERE user_id = ANY($1) ORDER BY array_position($1, user_id)",
    [all.map(({ id }) => id)],
  );
  return rows.map(({ status }) => (status === "refunded" ? "refund_due" : status));
}
