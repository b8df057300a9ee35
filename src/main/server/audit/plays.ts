/** Sessions against their group and their shots, shots against their session, and sessions against their order. */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { CLOCKS_DIFFER } from "./moments.ts";

const which = sql`'session ' || s.id || ' of ' || s.player_name`;
const claim = sql`'claim ' || c.id || ' of ' || c.player_name`;
/** When a session was or will be over. The clocks of two servers differ by seconds. */
const over = sql`coalesce(s.ended_at, s.expires_at) + ${CLOCKS_DIFFER}`;

/**
 * Sessions with the moments of their shots: the first, the last that counts, and the last that is no claim. Before
 * version 2 of the rules a shot could have any date.
 */
const shot = sql`sessions s LEFT JOIN (
  SELECT session_id, min(created_at) FILTER (WHERE ruled) AS first, max(created_at) FILTER (WHERE ruled AND NOT prize_claim) AS last_miss,
    max(created_at) FILTER (WHERE withdrawn_at IS NULL) AS last, bool_or(ruled AND created_at > recorded_at + ${CLOCKS_DIFFER}) AS ahead
  FROM attempts CROSS JOIN LATERAL (SELECT recorded_at >= (SELECT since FROM second_rules) AS ruled) r GROUP BY session_id) a ON a.session_id = s.id`;
/** What is wrong with a session. */
const why = sql`CASE
  WHEN s.status = 'active' AND s.balls_left = 0 OR s.status = 'balls_finished' AND s.balls_left > 0 THEN 'is ' || s.status || ' with ' || s.balls_left || ' balls left'
  WHEN s.ended_at NOT BETWEEN s.started_at AND greatest(s.started_at, s.expires_at) THEN 'ended at ' || s.ended_at || ', which is not between its start and the end of its clock'
  WHEN s.main_session_id IS NULL AND s.user_id <> s.buyer_id THEN 'is played by another account than bought it'
  WHEN a.ahead OR a.first < s.started_at - ${CLOCKS_DIFFER} OR a.last_miss > ${over} OR a.last > ${over} + interval '10 minutes' THEN 'has a shot that was not within it'
  WHEN s.last_shot_at IS DISTINCT FROM a.last THEN 'says that its last shot was at ' || coalesce(s.last_shot_at::text, 'no time') || '; it was at ' || coalesce(a.last::text, 'no time') END`;

export const wrongPlays: readonly SQL[] = [
  sql`SELECT ${which} || ' ' || why FROM (SELECT s.*, ${why} AS why FROM ${shot}) s WHERE why IS NOT NULL`,
  sql`SELECT ${which} || ' is another one than its group''s (course, package, buyer or start)' FROM sessions s JOIN sessions m ON m.id = s.main_session_id
    WHERE (s.course_id, s.package_id, s.package_type, s.buyer_id, s.started_at, s.is_free_shot) <> (m.course_id, m.package_id, m.package_type, m.buyer_id, m.started_at, m.is_free_shot)
      OR m.main_session_id IS NOT NULL`,
  sql`SELECT ${which} || ' is the free shot of another player' FROM free_shots f JOIN sessions s ON s.id = f.session_id WHERE f.user_id <> s.user_id OR NOT s.is_free_shot`,
  sql`SELECT ${claim} || ' was made at ' || c.created_at || ', after the time for claims of its session' FROM claims c JOIN sessions s ON s.id = c.session_id
    WHERE c.created_at > ${over} + interval '10 minutes' AND c.created_at >= (SELECT since FROM second_rules)`,
  sql`SELECT ${claim} || ' is due at ' || c.due_at || ', which is not within a week of it' FROM claims c
    WHERE c.due_at NOT BETWEEN c.created_at AND c.created_at + interval '7 days'`,
  sql`SELECT ${claim} || ' took a prize of another course, or a jackpot''s place' FROM claims c JOIN sponsored_prizes z ON z.id = c.prize_id
    WHERE z.course_id <> c.course_id OR c.target_hole = 'middle'`,
];
