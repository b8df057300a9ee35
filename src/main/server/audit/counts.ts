/** Checks the numbers of receipts, the stock of prizes, and free shots. */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { EITHER_ORDER } from "./moments.ts";

const which = sql`'session ' || s.id || ' of ' || s.player_name`;

export const wrongCounts: readonly SQL[] = [
  sql`SELECT 'receipts go up to ' || max(number) || ', and there are ' || count(*) FROM receipts HAVING max(number) <> count(*)`,
  sql`SELECT 'receipt ' || r.number || ' does not say what order ' || o.number || ' and its payment say (order, what was bought, its tax, how or when it was paid)'
    FROM receipts r JOIN payment_attempts p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
    WHERE (r.order_id, r.package_name, r.ball_count, r.method, r.paid_at) <> (o.id, o.package_name, o.ball_count, p.method, p.resolved_at)
      OR (o.tax_label IS NOT NULL AND (r.tax_label, r.tax_rate_milli, r.tax_cents) IS DISTINCT FROM (o.tax_label, o.tax_rate_milli, o.tax_cents))`,
  // Terms do not have a package's balls: if managing never changed the package, they are what they were.
  sql`SELECT 'order ' || o.number || ' is for ' || o.ball_count || ' balls (' || o.package_type || '), its package for ' || p.ball_count || ' balls (' || p.package_type || ')'
    FROM orders o JOIN packages p ON p.id = o.package_id WHERE (o.ball_count, o.package_type) <> (p.ball_count, p.package_type)
      AND NOT EXISTS (SELECT 1 FROM audit_trail t WHERE t.subject = 'package:' || p.id AND t.action = 'package.changed' AND t.created_at >= o.created_at - ${EITHER_ORDER})`,
  sql`SELECT 'prize ' || z.id || ' (' || z.prize_name || ') has ' || z.reserved || ' taken, and ' || coalesce(c.held, 0) || ' claims hold one' FROM sponsored_prizes z
      LEFT JOIN (SELECT prize_id, count(*) AS held FROM claims WHERE status <> 'rejected' AND payout_status <> 'forfeited' GROUP BY prize_id) c ON c.prize_id = z.id
    WHERE z.reserved <> coalesce(c.held, 0)`,
  sql`SELECT ${which} || ' is a free shot of ' || s.balls_bought || ' balls' FROM sessions s WHERE s.is_free_shot AND s.balls_bought <> 1`,
  sql`SELECT 'claim ' || c.id || ' of ' || c.player_name || ' is ' || CASE WHEN c.free_shot THEN 'one of a free shot, and its session is none' ELSE 'none of a free shot, and its session is one' END
    FROM claims c JOIN sessions s ON s.id = c.session_id WHERE c.free_shot <> s.is_free_shot`,
];
