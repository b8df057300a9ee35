/**
 * A history of sessions of any size, written by SQL alone: paid sessions of 8 shots at the demo's courses over `days`
 * days up to a moment, some of them free, in groups, paid ahead, refunded, disputed or with a claim. Triggers and
 * foreign keys are off meanwhile. This file does what they would have done (counters, ledger), or leaves it to a
 * rebuild (rollups).
 */
import type { Database } from "#platform/server/db/database.ts";

/**
 * An insert of so many rows that their indexes are made faster at once, afterwards. Meanwhile they are marked as not
 * ready, which only a superuser may do; the rows are known to be unique.
 */
function indexedAfter(table: string, insert: string): string[] {
  const unready = `UPDATE pg_index SET indisready = false WHERE indrelid = '${table}'::regclass`;
  return [unready, insert, `REINDEX TABLE ${table}`];
}

export async function writeHistory(db: Database, sessions: number, days: number, until: Date): Promise<void> {
  const client = await db.pool.connect();
  const players = Math.ceil(sessions / 4);
  const end = until.toISOString();
  const statements = [
    "SET session_replication_role = replica",
    "SET maintenance_work_mem = '1GB'",
    // The same histories in every run.
    "SELECT setseed(0.5)",
    ...indexedAfter(
      "users",
      `INSERT INTO users (id, player_id, name, email, acquisition_source, created_at)
     SELECT gen_random_uuid(), lpad(upper(to_hex(n)), 10, '0'), 'Golfer ' || n, 'golfer' || n || '@example.com',
       (ARRAY['tee_time', 'qr_code', 'pro_shop', 'website', NULL])[1 + n % 5], timestamptz '${end}' - random() * interval '${days} days'
     FROM generate_series(1, ${players}) n`,
    ),
    `CREATE TEMP TABLE golfers AS SELECT row_number() OVER () AS n, id, name FROM users WHERE email LIKE 'golfer%'`,
    "CREATE UNIQUE INDEX ON golfers (n)",
    "ANALYZE golfers",
    `CREATE TEMP TABLE played AS
     SELECT n, gen_random_uuid() AS session_id, gen_random_uuid() AS order_id, gen_random_uuid() AS payment_id,
       1 + floor(random() * ${players})::integer AS golfer, 1 + n % 3 AS course_id, (ARRAY[10, 12, 15])[1 + n % 3] AS factor,
       timestamptz '${end}' - interval '1 hour' - random() * interval '${days} days' AS at, n % 10 <> 0 AS sold, n % 20 = 4 AS ahead,
       n % 100 = 7 AS refunded, false AS returned, false AS disputed, false AS won,
       CASE WHEN n % 10 = 0 THEN 1 ELSE 10 END AS balls, CASE WHEN n % 10 = 0 THEN 1 ELSE 8 END AS shots
     FROM generate_series(1, ${sessions}) n`,
    // Processes that take days have ended before the last day.
    `UPDATE played SET returned = n % 400 = 7, disputed = n % 200 = 9, won = n % 400 = 9 WHERE at < timestamptz '${end}' - interval '13 days'`,
    "ALTER TABLE played ADD COLUMN paid_at timestamptz",
    "UPDATE played SET paid_at = CASE WHEN ahead THEN at - interval '2 hours' ELSE at END",
    "ANALYZE played",
    ...indexedAfter(
      "sessions",
      `INSERT INTO sessions (id, user_id, buyer_id, player_name, course_id, package_id, package_type, bay_number, holds_bay, balls_left, balls_bought, status,
       end_reason, started_at, expires_at, ended_at, is_free_shot, group_data, purchase_context, shot_count, claim_count, last_shot_at)
     SELECT session_id, g.id, g.id, g.name, course_id, CASE WHEN p.n % 10 = 0 THEN -1 ELSE 4 END, 'jackpot', 1 + p.n % 90, false, balls - shots, balls, 'completed', 'player', at,
       at + interval '20 minutes', at + interval '15 minutes', p.n % 10 = 0,
       CASE WHEN p.n % 10 = 1 THEN '{"mainPlayer": {"bayNumber": 1, "ballCount": 10}, "friends": [], "friendSessionIds": []}'::jsonb END,
       CASE WHEN p.n % 5 = 2 THEN 'buy_more_balls' ELSE 'initial' END, shots, CASE WHEN p.n % 50 = 3 THEN 1 ELSE 0 END, at + shots * interval '90 seconds'
     FROM played p JOIN golfers g ON g.n = p.golfer`,
    ),
    ...indexedAfter(
      "attempts",
      `INSERT INTO attempts (id, session_id, target_hole, prize_claim, created_at, recorded_at)
     SELECT gen_random_uuid(), session_id, CASE WHEN n % 50 = 3 AND shot = 8 THEN 'left' ELSE 'missed' END, n % 50 = 3 AND shot = 8,
       at + shot * interval '90 seconds', at + shot * interval '90 seconds'
     FROM played, generate_series(1, shots) shot`,
    ),
    ...indexedAfter(
      "orders",
      `INSERT INTO orders (id, user_id, course_id, package_id, package_name, package_type, ball_count, amount_cents, jackpot_share_cents, range_share_cents,
       bay_number, purchase_context, start_at_once, deferred, status, created_at, paid_at, session_id)
     SELECT order_id, g.id, course_id, 4, 'Jackpot Ten', 'jackpot', 10, 50 * factor, 10 * factor, 0, 7, 'initial', NOT ahead, ahead, 'fulfilled', paid_at, paid_at, session_id
     FROM played p JOIN golfers g ON g.n = p.golfer WHERE sold`,
    ),
    ...indexedAfter(
      "payment_attempts",
      `INSERT INTO payment_attempts (id, order_id, method, amount_cents, status, created_at, resolved_at, provider)
     SELECT payment_id, order_id, 'card', 50 * factor, 'succeeded', paid_at, paid_at, 'sandbox' FROM played WHERE sold`,
    ),
    `INSERT INTO refunds (id, order_id, payment_id, amount_cents, pot_part_cents, reason, actor_id, status, created_at, settled_at, tries)
     SELECT gen_random_uuid(), order_id, payment_id, 200, 40, 'Rain', (SELECT id FROM users WHERE role = 'admin'), 'settled', at + interval '1 day',
       at + CASE WHEN returned THEN interval '4 days' ELSE interval '1 day 1 second' END, returned::integer FROM played WHERE refunded`,
    // Without its tries a refund would be one that was made at the gateway's dashboard, and a server would book it again.
    `INSERT INTO refund_tries (refund_id, number, key, status, failure, created_at, changed_at)
     SELECT id, number, id || CASE number WHEN 0 THEN '' ELSE ':' || number END, CASE WHEN number < tries THEN 'returned' ELSE 'made' END,
       CASE WHEN number < tries THEN 'Closed account' END, created_at, settled_at FROM refunds, generate_series(0, tries) number`,
    `INSERT INTO disputes (id, reference, payment_id, amount_cents, status, reason, created_at, resolved_at)
     SELECT gen_random_uuid(), 'dp_' || n, payment_id, 50 * factor, CASE WHEN won THEN 'won' ELSE 'lost' END, 'fraudulent', at + interval '2 days', at + interval '12 days'
     FROM played WHERE disputed`,
    `INSERT INTO audit_trail (action, subject, detail, created_at)
     SELECT 'refund.returned', order_id::text, jsonb_build_object('refundId', r.id), at + interval '3 days' FROM played JOIN refunds r USING (order_id, payment_id) WHERE returned`,
    `INSERT INTO audit_trail (actor_id, action, subject, detail, created_at)
     SELECT actor_id, 'order.refunded', order_id::text, jsonb_build_object('refundId', id), created_at FROM refunds`,
    `INSERT INTO audit_trail (action, subject, created_at)
     SELECT CASE WHEN won THEN 'dispute.won' ELSE 'dispute.lost' END, order_id::text, at + interval '12 days' FROM played WHERE disputed`,
    ...indexedAfter(
      "sandbox.payments",
      `INSERT INTO sandbox.payments (attempt_id, status, amount_cents, method, created_at)
     SELECT payment_id::text, 'captured', 50 * factor, 'card', paid_at FROM played WHERE sold`,
    ),
    `INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, created_at, failure)
     SELECT id || CASE number WHEN 0 THEN '' ELSE ':' || number END, payment_id::text, 200, settled_at, CASE WHEN number < tries THEN 'Closed account' END
     FROM refunds, generate_series(0, tries) number`,
    `INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at)
     SELECT reference, payment_id::text, amount_cents, status, reason, created_at FROM disputes`,
    `INSERT INTO free_shots (user_id, day, session_id, created_at)
     SELECT g.id, date '2000-01-01' + (p.n / 10)::integer, session_id, at FROM played p JOIN golfers g ON g.n = p.golfer WHERE p.n % 10 = 0`,
    ...indexedAfter(
      "ledger_transfers",
      `INSERT INTO ledger_transfers (kind, course_id, payment_id, refund_id, rule, created_at)
     SELECT kind, course_id, payment_id, CASE WHEN kind LIKE 'refund%' THEN (SELECT r.id FROM refunds r WHERE r.payment_id = played.payment_id) END, 2, at + later FROM played,
       LATERAL (VALUES ('capture', interval '0', NOT ahead), ('capture_ahead', interval '-2 hours', ahead), ('start', interval '0', ahead),
         ('refund', interval '1 day', refunded), ('refund_settled', interval '1 day 1 second', refunded), ('refund_returned', interval '3 days', returned),
         ('refund_settled', interval '4 days', returned), ('chargeback', interval '2 days', disputed), ('chargeback_reversed', interval '12 days', won)) AS k (kind, later, happened)
     WHERE sold AND happened ORDER BY at + later`,
    ),
    ...indexedAfter(
      "ledger_entries",
      `INSERT INTO ledger_entries (transfer_id, account_key, amount_cents)
     SELECT id, replace(replace(account, '{course}', course_id::text), '{payment}', payment_id::text),
       CASE WHEN kind LIKE 'refund%' THEN cents ELSE cents * (ARRAY[10, 12, 15])[course_id] / 10 END FROM ledger_transfers JOIN (VALUES
       ('capture', 'cash:{course}', 500), ('capture', 'pot:{course}', -100), ('capture', 'revenue:{course}', -400),
       ('capture_ahead', 'cash:{course}', 500), ('capture_ahead', 'deferred:{course}', -500),
       ('start', 'deferred:{course}', 500), ('start', 'pot:{course}', -100), ('start', 'revenue:{course}', -400),
       ('refund', 'pot:{course}', 40), ('refund', 'revenue:{course}', 160), ('refund', 'refunds_payable:{payment}', -200),
       ('refund_settled', 'refunds_payable:{payment}', 200), ('refund_settled', 'cash:{course}', -200),
       ('refund_returned', 'cash:{course}', 200), ('refund_returned', 'refunds_payable:{payment}', -200),
       ('chargeback', 'dispute_loss', 500), ('chargeback', 'cash:{course}', -500),
       ('chargeback_reversed', 'cash:{course}', 500), ('chargeback_reversed', 'dispute_loss', -500)) AS e (kind, account, cents) USING (kind)
     WHERE payment_id IN (SELECT payment_id FROM played)`,
    ),
    `INSERT INTO ledger_accounts (key, kind, course_id, balance_cents, changed_at)
     SELECT account_key, split_part(account_key, ':', 1), CASE WHEN account_key LIKE '%:%' THEN min(t.course_id) END, sum(amount_cents), now()
     FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
     GROUP BY account_key ON CONFLICT (key) DO UPDATE SET balance_cents = EXCLUDED.balance_cents`,
    `INSERT INTO claims (id, session_id, attempt_id, course_id, user_id, buyer_id, player_name, bay_number, target_hole, prize_type, prize_amount_cents,
       prize_description, free_shot, status, created_at, due_at, decided_at, decided_by, payout_status, stated_value_cents)
     SELECT gen_random_uuid(), session_id, (SELECT a.id FROM attempts a WHERE a.session_id = p.session_id AND a.prize_claim), course_id, g.id, g.id, g.name, 7, 'left', 'other', 0,
       'Driver', false, CASE WHEN at > timestamptz '${end}' - interval '1 day' THEN 'pending' ELSE 'verified' END, at + interval '12 minutes', at + interval '2 days',
       CASE WHEN at > timestamptz '${end}' - interval '1 day' THEN NULL ELSE at + interval '1 hour' END,
       CASE WHEN at > timestamptz '${end}' - interval '1 day' THEN NULL ELSE (SELECT id FROM users WHERE role = 'admin') END, CASE WHEN at > timestamptz '${end}' - interval '1 day' THEN 'not_due' ELSE 'due' END, 54999
     FROM played p JOIN golfers g ON g.n = p.golfer WHERE p.n % 50 = 3`,
    "INSERT INTO claim_steps (claim_id, step, actor_id, created_at) SELECT id, status, decided_by, decided_at FROM claims WHERE decided_by IS NOT NULL",
    "SET session_replication_role = DEFAULT",
    "RESET maintenance_work_mem",
    "DROP TABLE played, golfers",
    "ANALYZE",
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release();
  }
}
