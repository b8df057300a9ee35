/** The transfers that courses and jackpot claims require: pots opened, taken and filled, prizes decided and paid. */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { afterClosing } from "./closings.ts";
import { inForce, moved, ofCourse, postings, type AuditScope, transfer } from "./events.ts";

/**
 * Every middle claim, with the transfers that brought it in and decided it, and with what its reserve held before its
 * verdict (`held`; each credit of it is a transfer that is compared, too).
 */
export const claimFacts: SQL = sql`
  jackpots AS MATERIALIZED (
    SELECT c.*, came.id AS came, decided.id AS decided_by_transfer, coalesce(kept.cents, 0) AS held
    FROM claims c
    LEFT JOIN (SELECT claim_id, min(id) AS id FROM ledger_transfers WHERE kind = 'reserve' GROUP BY claim_id) came ON came.claim_id = c.id
    LEFT JOIN (SELECT claim_id, min(id) AS id FROM ledger_transfers WHERE kind IN ('verify', 'reject') GROUP BY claim_id) decided ON decided.claim_id = c.id
    LEFT JOIN (
      SELECT e.account_key, -sum(e.amount_cents) AS cents FROM ledger_entries e JOIN ledger_transfers x ON x.id = e.transfer_id
      WHERE e.account_key LIKE 'reserved:%' AND 'reserved:' || x.claim_id = e.account_key AND x.kind = 'reserve'
        OR e.account_key LIKE 'reserved:%' AND x.kind = 'reject' AND 'reserved:' || x.claim_id <> e.account_key
      GROUP BY e.account_key) kept ON kept.account_key = 'reserved:' || c.id
    WHERE c.target_hole = 'middle'),
  rejected AS MATERIALIZED (
    SELECT r.*, heir.id AS heir FROM jackpots r LEFT JOIN LATERAL (
      SELECT h.id FROM jackpots h WHERE h.course_id = r.course_id AND h.arrival > r.arrival
        AND coalesce(h.came < r.decided_by_transfer, h.created_at <= r.decided_at)
        AND (h.status = 'pending' OR coalesce(h.decided_by_transfer > r.decided_by_transfer, h.decided_at > r.decided_at))
      ORDER BY h.arrival LIMIT 1) heir ON true
    WHERE r.status = 'rejected')`;

const of = (cents: SQL) => ({ subject: sql`c.id`, courseId: sql`c.course_id`, claimId: sql`c.id`, cents });
const [pot, reserved, payable] = [sql`'pot:' || c.course_id`, sql`'reserved:' || c.id`, sql`'prize_payable:' || c.id`];

/** Moves a claim's cents from one account to another. */
function move(kind: string, at: SQL, cents: SQL, debit: SQL, credit: SQL): SQL {
  return transfer({ kind, at, ...of(cents), postings: moved(cents, debit, credit) });
}

const opened = sql`SELECT ${transfer({
  kind: "open_pot",
  subject: ofCourse(sql`t.course_id`),
  at: sql`t.since`,
  courseId: sql`t.course_id`,
  postings: moved(sql`t.base_jackpot_cents`, sql`'house_funding'`, sql`'pot:' || t.course_id`),
})} FROM course_terms t WHERE t.opening`;

/** The claim takes the content of the pot. Without the transfer the content is unknown, and the claim's amount counts. */
const taken = sql`SELECT ${move("reserve", sql`c.created_at`, sql`coalesce(pots.before, c.prize_amount_cents - c.held)`, pot, reserved)}
  FROM jackpots c LEFT JOIN pots ON pots.id = c.came AND pots.pot = 'pot:' || c.course_id`;

/** The pot is filled again with the base in force. If two bases were in force around that moment, either is right. */
const reseeded = sql`SELECT ${move("reseed", sql`c.created_at`, sql`base.cents`, sql`'house_funding'`, pot)}
  FROM jackpots c CROSS JOIN LATERAL (
    SELECT coalesce(t.base_jackpot_cents, c.reseed_cents) AS cents FROM (SELECT) once
      LEFT JOIN terms t ON t.course_id = c.course_id AND ${inForce(sql`c.created_at`)}
    ORDER BY t.base_jackpot_cents = c.reseed_cents DESC, t.since DESC LIMIT 1) base`;

const verified = sql`SELECT ${move("verify", sql`c.decided_at`, sql`c.held`, reserved, payable)}
  FROM jackpots c WHERE c.status = 'verified'`;

/** The house gets back what it put into the pot. The next pending claim gets the rest, otherwise the pot. */
const given = sql`least(c.held, c.reseed_cents)`;
const rejected = sql`SELECT ${transfer({
  kind: "reject",
  at: sql`c.decided_at`,
  ...of(sql`c.held`),
  postings: postings(
    [reserved, sql`c.held`],
    [sql`'house_funding'`, sql`-${given}`],
    [sql`coalesce('reserved:' || c.heir, 'pot:' || c.course_id)`, sql`-(c.held - ${given})`],
  ),
})} FROM rejected c`;

/** Whether a prize was paid by a rule before the third, which took it from cash. */
const fromCash = sql`coalesce((SELECT min(x.rule) FROM ledger_transfers x WHERE x.claim_id = c.id AND x.kind = 'pay_out') < 3, false)`;
const cash = sql`'cash:' || c.course_id`;
/** How often the prize had come back: each payment and each return is a transfer of its own. */
const timesBack = sql`(SELECT count(*) FROM prize_returns b WHERE b.claim_id = c.id)`;
const returns = sql`(SELECT *, row_number() OVER (PARTITION BY claim_id ORDER BY returned_at, id) AS nth FROM prize_returns) b JOIN jackpots c ON c.id = b.claim_id`;
const paidBefore = sql`SELECT ${transfer({
  kind: "pay_out",
  nth: sql`b.nth`,
  at: sql`b.paid_at`,
  ...of(sql`c.held`),
  postings: moved(sql`c.held`, payable, sql`CASE WHEN b.nth = 1 AND ${fromCash} THEN ${cash} ELSE 'bank' END`),
})} FROM ${returns}`;
const cameBack = sql`SELECT ${transfer({
  kind: "pay_out_back",
  nth: sql`b.nth`,
  at: sql`b.returned_at`,
  ...of(sql`c.held`),
  postings: moved(sql`c.held`, sql`'bank'`, payable),
})} FROM ${returns}`;
const paid = sql`SELECT ${transfer({
  kind: "pay_out",
  nth: sql`1 + ${timesBack}`,
  at: sql`c.paid_at`,
  ...of(sql`c.held`),
  postings: moved(sql`c.held`, payable, sql`CASE WHEN ${timesBack} = 0 AND ${fromCash} THEN ${cash} ELSE 'bank' END`),
})} FROM jackpots c WHERE c.payout_status = 'paid'`;
/** A prize that was paid from cash is moved to the bank once, at its own moment. */
const putRight = sql`SELECT ${move("pay_out_from_bank", sql`NULL`, sql`c.held`, cash, sql`'bank'`)}
  FROM jackpots c WHERE (c.payout_status = 'paid' OR ${timesBack} > 0) AND ${fromCash}`;
/** The account of the pot, or its substitute where the course has no pot any more. */
const potThen = sql`CASE WHEN ${afterClosing(
  sql`c.course_id`,
  sql`(SELECT min(x.id) FROM ledger_transfers x WHERE x.claim_id = c.id AND x.kind = 'forfeit')`,
)} THEN 'house_funding' ELSE ${pot} END`;
const forfeited = sql`SELECT ${move("forfeit", sql`c.forfeited_at`, sql`c.held`, payable, potThen)}
  FROM jackpots c WHERE c.payout_status = 'forfeited'`;

const events = [taken, reseeded, verified, rejected, paidBefore, cameBack, paid, putRight, forfeited];

export function claimEvents({ whole, has }: AuditScope): readonly SQL[] {
  // The opening of a pot belongs to no claim.
  if (whole) return [opened, ...events];
  return events.map((event) => sql`SELECT * FROM (${event}) event WHERE ${has(sql`claim_id`)}`);
}
