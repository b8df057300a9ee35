/** SQL that makes many rows of one, because playing and paying for hundreds would take minutes. */

/** SQL that makes so many declined orders, newer than all others, of one that a golfer has paid. */
export function orderCopies(id: string, count: number): string {
  return `INSERT INTO orders (id, user_id, course_id, package_id, package_name, package_type, ball_count, amount_cents,
      jackpot_share_cents, range_share_cents, purchase_context, start_at_once, status, created_at)
    SELECT gen_random_uuid(), user_id, course_id, package_id, package_name, package_type, ball_count, amount_cents,
      jackpot_share_cents, range_share_cents, purchase_context, start_at_once, 'declined', created_at + n * interval '1 second'
    FROM orders, generate_series(1, ${count}) n WHERE id = '${id}'`;
}

/**
 * SQL that copies a claim, each copy with a shot of its own, so many seconds older than the one before.
 * @param name the copies' players are "Name 1" and so on
 */
export function claimCopies(id: string, count: number, name: string, seconds = 1): string {
  return `WITH made AS (SELECT n, gen_random_uuid() AS shot FROM generate_series(1, ${count}) n),
    base AS (SELECT * FROM claims WHERE id = '${id}'),
    shots AS (INSERT INTO attempts (id, session_id, target_hole, prize_claim, created_at, recorded_at)
      SELECT shot, session_id, 'left', true, created_at, created_at FROM made, base RETURNING id)
    INSERT INTO claims (id, session_id, attempt_id, course_id, user_id, buyer_id, player_name, bay_number, target_hole, prize_type,
      prize_amount_cents, prize_description, stated_value_cents, free_shot, created_at, due_at)
    SELECT gen_random_uuid(), session_id, shots.id, course_id, user_id, buyer_id, '${name} ' || n, bay_number, target_hole, prize_type,
      prize_amount_cents, prize_description, stated_value_cents, false, created_at - n * interval '${seconds} seconds', due_at
    FROM made JOIN shots ON shots.id = made.shot, base`;
}
