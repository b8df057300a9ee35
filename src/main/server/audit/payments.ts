/** The transfers that payments require: captures, refunds with all their steps, and disputes. */
import { NOT_STARTED } from "#features/orders/reason-rules.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { afterClosing } from "./closings.ts";
import { inForce, type AuditScope, moved, postings, transfer } from "./events.ts";

/** The transfer that took a refund back. */
const cancellation = (refund: SQL): SQL =>
  sql`(SELECT min(x.id) FROM ledger_transfers x WHERE x.refund_id = ${refund} AND x.kind = 'refund_cancelled')`;
/** Whether one transfer was booked before another; a transfer that is not booked yet counts as the last. */
const isBefore = (one: SQL, other: SQL): SQL => sql`coalesce(${one} < ${other}, ${one} IS NOT NULL)`;

/**
 * A share's part of all refunds so far, less what it already gave; the tax gives like a share. By rule 1 a dropped
 * refund did not count as refunded, and the range gave nothing. A refund that was cancelled before has given its parts back.
 */
function part(share: string, before: string): SQL {
  const [whole, given] = [sql.raw(share), sql.raw(before)];
  const due = sql`greatest(0, ${whole}::bigint * least(earlier.amount + g.amount_cents - g.from_dropped_cents, g.price) / g.price - ${given})`;
  return share === "g.range_share" ? sql`CASE WHEN g.rule = 1 THEN 0 ELSE ${due} END` : due;
}

/**
 * Joined to a refund `g`: what was refunded before, and the pot's part of this refund, never below the pot's base.
 * Deferred money has not reached the pot, so the pot does not limit it. If two terms were in force at that moment,
 * either base is right.
 */
const partsOf = sql`
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(q.amount_cents - q.from_dropped_cents) FILTER (WHERE q.taken_from <> 'dispute_loss' AND (g.rule > 1 OR NOT gone.is_so)), 0) AS amount, coalesce(sum(q.pot_part_cents), 0) AS pot_part,
      coalesce(sum(q.range_part_cents), 0) AS range_part, coalesce(sum(q.tax_part_cents), 0) AS tax_part
    FROM refunds q CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE x.kind WHEN 'refund_dropped' THEN 1 WHEN 'refund_revived' THEN -1 END), 0) > 0 AS is_so,
        coalesce(bool_or(x.kind = 'refund_cancelled'), false) AS undone
      FROM ledger_transfers x
      WHERE x.payment_id = q.payment_id AND x.refund_id = q.id AND x.kind IN ('refund_dropped', 'refund_revived', 'refund_cancelled') AND x.id < g.booked) gone
    WHERE q.order_id = g.order_id AND q.arrival < g.arrival AND NOT gone.undone) earlier
  LEFT JOIN pots ON pots.id = g.booked AND pots.pot = 'pot:' || g.course_id
  CROSS JOIN LATERAL (
    SELECT cents FROM (
      SELECT CASE WHEN g.deferred AND NOT g.started THEN ${part("g.share", "earlier.pot_part")}
        ELSE least(${part("g.share", "earlier.pot_part")}, greatest(0, coalesce(pots.before - t.base_jackpot_cents, g.pot_part_cents))) END AS cents, t.since
      FROM (SELECT) once LEFT JOIN terms t ON t.course_id = g.course_id AND ${inForce(sql`g.created_at`)}) possible
    ORDER BY cents = g.pot_part_cents DESC, since DESC LIMIT 1) part`;

/**
 * What the events below read. `given`: every refund with its order, the transfer that booked it (its rule, and whether
 * the order had started by then), whether it returns a capture that could not be fulfilled, and what had ended the
 * order's deferral when it was cancelled: its start, or its bank. `noted`: how often and when the trail says that a
 * refund came back or was dropped.
 */
export const paymentFacts = (scope: AuditScope): SQL => sql`
  given AS MATERIALIZED (
    SELECT r.*, o.number, o.course_id, o.amount_cents AS price, o.jackpot_share_cents AS share, o.range_share_cents AS range_share, o.tax_cents AS tax,
      r.actor_id IS NULL AND r.reason = ${NOT_STARTED} AS unfulfilled, o.deferred, booked.id AS booked, coalesce(booked.rule, 2) AS rule,
      coalesce(start.id < booked.id, o.session_id IS NOT NULL) AS started,
      CASE WHEN r.status = 'cancelled' THEN (SELECT min(e.kind) FROM ledger_transfers e WHERE e.payment_id = r.payment_id AND e.kind IN ('start', 'reverse') AND ${isBefore(sql`e.id`, cancellation(sql`r.id`))}) END AS ended
    FROM refunds r JOIN orders o ON o.id = r.order_id
    LEFT JOIN (SELECT refund_id, min(id) AS id, min(rule) AS rule FROM ledger_transfers WHERE kind IN ('refund', 'refund_ahead', 'refund_reversed')
      GROUP BY refund_id) booked ON booked.refund_id = r.id
    LEFT JOIN ledger_transfers start ON start.payment_id = r.payment_id AND start.kind = 'start'
    WHERE ${scope.has(sql`r.payment_id`)}),
  noted AS MATERIALIZED (
    SELECT (detail ->> 'refundId')::uuid AS refund_id, action, created_at AS at, row_number() OVER (PARTITION BY detail ->> 'refundId', action ORDER BY id) AS nth
    FROM audit_trail WHERE action IN ('refund.returned', 'refund.dropped')),
  counted AS MATERIALIZED (
    SELECT g.*, coalesce(often.returned, 0) AS returned, greatest(coalesce(often.dropped, 0), CASE g.status WHEN 'dropped' THEN 1 ELSE 0 END) AS dropped
    FROM given g LEFT JOIN (SELECT refund_id, count(*) FILTER (WHERE action = 'refund.returned') AS returned, count(*) FILTER (WHERE action = 'refund.dropped') AS dropped
      FROM noted GROUP BY refund_id) often ON often.refund_id = g.id)`;

/** `parts`: what pot, range and tax must give of each refund. */
export const refundParts: SQL = sql`
  parts AS MATERIALIZED (SELECT g.*, part.cents AS pot_part, ${part("g.range_share", "earlier.range_part")} AS range_part, ${part("g.tax", "earlier.tax_part")} AS tax_part FROM given g ${partsOf})`;

const cash = sql`'cash:' || o.course_id`;
const [tax, pot, range, revenue] = [
  sql`'tax_payable:' || o.course_id`,
  sql`'pot:' || o.course_id`,
  sql`'range_share:' || o.course_id`,
  sql`'revenue:' || o.course_id`,
];

const captures = (scope: AuditScope) => sql`SELECT ${transfer({
  kind: sql`CASE WHEN nothing.id IS NOT NULL THEN 'capture_unfulfillable' WHEN o.deferred THEN 'capture_ahead' ELSE 'capture' END`,
  subject: sql`p.id`,
  at: sql`p.resolved_at`,
  courseId: sql`o.course_id`,
  paymentId: sql`p.id`,
  postings: sql`CASE WHEN nothing.id IS NOT NULL THEN ${moved(sql`o.amount_cents`, cash, sql`'refunds_payable:' || p.id`)}
    WHEN o.deferred THEN ${moved(sql`o.amount_cents`, cash, sql`'deferred:' || o.course_id`)} ELSE ${postings(
      [cash, sql`o.amount_cents`],
      [tax, sql`-o.tax_cents`],
      [pot, sql`-o.jackpot_share_cents`],
      [range, sql`-o.range_share_cents`],
      [revenue, sql`-(o.amount_cents - o.tax_cents - o.jackpot_share_cents - o.range_share_cents)`],
    )} END`,
})}
  FROM payment_attempts p JOIN orders o ON o.id = p.order_id
  LEFT JOIN given nothing ON nothing.payment_id = p.id AND nothing.unfulfilled
  WHERE p.status = 'succeeded' AND ${scope.has(sql`p.id`)}`;

/** The captured payments `p`, found first: otherwise the whole list of the scope is read again for each deferred order. */
const captured = (scope: AuditScope) =>
  sql`(SELECT id, order_id FROM payment_attempts p WHERE p.status = 'succeeded' AND ${scope.has(sql`p.id`)} OFFSET 0) p`;

/** The cents that refunds have taken of an order's deferral, without refunds that were cancelled before it ended. */
const givenBack = sql`CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents - from_dropped_cents), 0) AS cents
    FROM refunds r WHERE r.order_id = o.id AND r.taken_from = 'deferred' AND (r.status <> 'cancelled' OR NOT ${isBefore(
      cancellation(sql`r.id`),
      sql`(SELECT min(e.id) FROM ledger_transfers e WHERE e.payment_id = p.id AND e.kind IN ('start', 'reverse'))`,
    )})) back`;

/** The start of a deferred order: what refunds left of it, each share less its part of them. */
const left = (share: string) =>
  sql`(${sql.raw(share)} - ${sql.raw(share)}::bigint * least(back.cents, o.amount_cents) / o.amount_cents)`;
const starts = (scope: AuditScope) => sql`SELECT ${transfer({
  kind: "start",
  subject: sql`p.id`,
  at: sql`s.started_at`,
  courseId: sql`o.course_id`,
  paymentId: sql`p.id`,
  postings: postings(
    [sql`'deferred:' || o.course_id`, sql`o.amount_cents - back.cents`],
    [tax, sql`-${left("o.tax_cents")}`],
    [pot, sql`-${left("o.jackpot_share_cents")}`],
    [range, sql`-${left("o.range_share_cents")}`],
    [
      revenue,
      sql`-(o.amount_cents - back.cents - ${left("o.tax_cents")} - ${left("o.jackpot_share_cents")} - ${left("o.range_share_cents")})`,
    ],
  ),
})}
  FROM ${captured(scope)} JOIN orders o ON o.id = p.order_id JOIN sessions s ON s.id = o.session_id
  ${givenBack}
  WHERE o.deferred`;

/**
 * A bank took back what was not started: what refunds have left of the deferral bears the loss, once. Where they had left
 * nothing, it is borne when one of them is cancelled.
 */
const reversals = (scope: AuditScope) => sql`SELECT ${transfer({
  kind: "reverse",
  subject: sql`p.id`,
  at: sql`CASE WHEN NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.cancelled_at > lost.at) THEN lost.at END`,
  courseId: sql`o.course_id`,
  paymentId: sql`p.id`,
  postings: moved(sql`o.amount_cents - back.cents`, sql`'deferred:' || o.course_id`, sql`'dispute_loss'`),
})}
  FROM ${captured(scope)} JOIN orders o ON o.id = p.order_id
  JOIN (SELECT subject, min(created_at) AS at FROM audit_trail WHERE action = 'dispute.lost' GROUP BY subject) lost ON lost.subject = o.id::text
  ${givenBack}
  WHERE o.deferred AND o.session_id IS NULL AND back.cents <> o.amount_cents`;

/** The source of a refund's money: the shares of a sale, what is still deferred, or a loss that was made good. */
const takenFrom = sql`CASE WHEN g.taken_from = 'dispute_loss' THEN 'refund_reversed' WHEN NOT g.deferred OR g.started THEN 'refund' ELSE 'refund_ahead' END`;
const refunds = sql`SELECT ${transfer({
  kind: takenFrom,
  subject: sql`g.id`,
  at: sql`g.created_at`,
  courseId: sql`g.course_id`,
  paymentId: sql`g.payment_id`,
  refundId: sql`g.id`,
  postings: sql`CASE ${takenFrom} WHEN 'refund' THEN ${postings(
    [sql`'tax_payable:' || g.course_id`, sql`g.tax_part`],
    [sql`'pot:' || g.course_id`, sql`g.pot_part`],
    [sql`'range_share:' || g.course_id`, sql`g.range_part`],
    [
      sql`'revenue:' || g.course_id`,
      sql`g.amount_cents - g.from_dropped_cents - g.tax_part - g.pot_part - g.range_part`,
    ],
    [sql`'dispute_loss'`, sql`g.from_dropped_cents`],
    [sql`'refunds_payable:' || g.payment_id`, sql`-g.amount_cents`],
  )} WHEN 'refund_ahead' THEN ${postings(
    [sql`'deferred:' || g.course_id`, sql`g.amount_cents - g.from_dropped_cents`],
    [sql`'dispute_loss'`, sql`g.from_dropped_cents`],
    [sql`'refunds_payable:' || g.payment_id`, sql`-g.amount_cents`],
  )}
    ELSE ${moved(sql`g.amount_cents`, sql`'dispute_loss'`, sql`'refunds_payable:' || g.payment_id`)} END`,
})}
  FROM parts g WHERE NOT g.unfulfilled`;

/** Whether the course had been closed for good when the refund was taken back. */
const isWithoutPot = afterClosing(sql`g.course_id`, cancellation(sql`g.id`));
/** A refund that was cancelled at the gateway: its money goes back to where it came from, or has gone on to since. */
const cancellations = sql`SELECT ${transfer({
  kind: "refund_cancelled",
  subject: sql`g.id`,
  at: sql`g.cancelled_at`,
  courseId: sql`g.course_id`,
  paymentId: sql`g.payment_id`,
  refundId: sql`g.id`,
  postings: sql`CASE CASE WHEN ${takenFrom} <> 'refund_ahead' THEN ${takenFrom} WHEN g.ended = 'start' THEN 'refund' WHEN g.ended = 'reverse' THEN 'refund_reversed' ELSE 'refund_ahead' END
    WHEN 'refund' THEN ${postings(
      [sql`'refunds_payable:' || g.payment_id`, sql`g.amount_cents`],
      [sql`'dispute_loss'`, sql`-g.from_dropped_cents`],
      [sql`'tax_payable:' || g.course_id`, sql`-g.tax_part`],
      [sql`CASE WHEN ${isWithoutPot} THEN 'revenue:' ELSE 'pot:' END || g.course_id`, sql`-g.pot_part`],
      [sql`'range_share:' || g.course_id`, sql`-g.range_part`],
      [
        sql`'revenue:' || g.course_id`,
        sql`-(g.amount_cents - g.from_dropped_cents - g.tax_part - g.pot_part - g.range_part)`,
      ],
    )} WHEN 'refund_ahead' THEN ${postings(
      [sql`'refunds_payable:' || g.payment_id`, sql`g.amount_cents`],
      [sql`'dispute_loss'`, sql`-g.from_dropped_cents`],
      [sql`'deferred:' || g.course_id`, sql`-(g.amount_cents - g.from_dropped_cents)`],
    )} ELSE ${moved(sql`g.amount_cents`, sql`'refunds_payable:' || g.payment_id`, sql`'dispute_loss'`)} END`,
})}
  FROM parts g WHERE g.status = 'cancelled'`;

/**
 * A later step of a refund: paid, come back, dropped for a dispute, owed again.
 * @param tale the trail's action for it; `noted.at` is when
 */
function refundMove(
  kind: string,
  times: SQL,
  { tale = "", at }: { tale?: string; at: SQL },
  debit: SQL,
  credit: SQL,
): SQL {
  const [subject, courseId, paymentId] = [sql`c.id`, sql`c.course_id`, sql`c.payment_id`];
  const nth = sql`n.nth`;
  return sql`SELECT ${transfer({ kind, subject, nth, at, courseId, paymentId, refundId: subject, postings: moved(sql`c.amount_cents`, debit, credit) })}
    FROM counted c CROSS JOIN LATERAL generate_series(1, ${times}) AS n (nth)
    LEFT JOIN noted ON noted.refund_id = c.id AND noted.action = ${tale} AND noted.nth = n.nth`;
}

const [owed, refundCash, loss] = [
  sql`'refunds_payable:' || c.payment_id`,
  sql`'cash:' || c.course_id`,
  sql`'dispute_loss'`,
];
const noted = (tale: string) => ({ tale, at: sql`noted.at` });
/** The row has only the moment of a refund's last payment. */
const settledAt = { at: sql`CASE WHEN c.status = 'settled' AND n.nth = c.returned + 1 THEN c.settled_at END` };
/** Refunds are owed again at the moment that a dispute is won. Of several disputes nobody can tell which. */
const revivedAt = {
  at: sql`(SELECT min(d.resolved_at) FROM disputes d WHERE d.payment_id = c.payment_id AND d.status = 'won' HAVING count(*) = 1)`,
};

/** One transfer for each dispute, in the order of time. */
function disputeMove(scope: AuditScope, kind: string, of: SQL, at: SQL, debit: SQL, credit: SQL): SQL {
  return sql`SELECT ${transfer({
    kind,
    subject: sql`d.payment_id`,
    nth: sql`row_number() OVER (PARTITION BY d.payment_id ORDER BY ${at}, d.id)`,
    at,
    courseId: sql`o.course_id`,
    paymentId: sql`d.payment_id`,
    postings: moved(sql`d.amount_cents`, debit, credit),
  })} FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id WHERE ${of} AND ${scope.has(sql`p.id`)}`;
}

export const paymentEvents = (scope: AuditScope): readonly SQL[] => [
  captures(scope),
  starts(scope),
  reversals(scope),
  refunds,
  cancellations,
  refundMove(
    "refund_settled",
    sql`c.returned + CASE c.status WHEN 'settled' THEN 1 ELSE 0 END`,
    settledAt,
    owed,
    refundCash,
  ),
  refundMove(
    "refund_paid_otherwise",
    sql`CASE c.status WHEN 'paid_otherwise' THEN 1 ELSE 0 END`,
    { at: sql`c.settled_at` },
    owed,
    sql`'bank'`,
  ),
  refundMove("refund_returned", sql`c.returned`, noted("refund.returned"), refundCash, owed),
  refundMove("refund_dropped", sql`c.dropped`, noted("refund.dropped"), owed, loss),
  refundMove("refund_revived", sql`c.dropped - CASE c.status WHEN 'dropped' THEN 1 ELSE 0 END`, revivedAt, loss, owed),
  disputeMove(scope, "chargeback", sql`true`, sql`d.created_at`, loss, cash),
  disputeMove(scope, "chargeback_reversed", sql`d.status = 'won'`, sql`d.resolved_at`, cash, loss),
];
