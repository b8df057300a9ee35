-- Outside a transaction: rows in batches, and an index.
-- Until migration 0114 a claim could be made for the seat of a friend who had deleted the account. It belonged to nobody
-- who can be paid, and waited for ever. It is the buyer's now, like a claim for a guest's seat, and what was seen of its
-- winner, or approved, is looked at again. A paid prize that came back is paid to the same winner again, and stays.
DO $$ BEGIN LOOP
  WITH stranded AS (
    SELECT c.id, c.session_id, c.user_id, c.buyer_id FROM claims c
      JOIN users winner ON winner.id = c.user_id JOIN users buyer ON buyer.id = c.buyer_id JOIN sessions s ON s.id = c.session_id
    WHERE (c.status = 'pending' OR c.payout_status = 'due') AND NOT c.on_guest_row AND c.user_id <> c.buyer_id
      AND s.main_session_id IS NOT NULL AND winner.deleted_at IS NOT NULL AND buyer.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM prize_returns back WHERE back.claim_id = c.id)
    ORDER BY c.id LIMIT 1000
  ), seats AS (
    UPDATE sessions s SET user_id = NULL, left_by = coalesce(s.left_by, stranded.user_id), player_name = 'Friend ' || (s.friend_index + 1)
    FROM stranded WHERE s.id = stranded.session_id AND (s.user_id IS NULL OR s.user_id = stranded.user_id)
  ), steps AS (
    INSERT INTO claim_steps (claim_id, step, created_at) SELECT id, 'passed_to_buyer', now() FROM stranded
  )
  UPDATE claims c SET user_id = stranded.buyer_id, on_guest_row = true, player_name = 'Friend ' || (s.friend_index + 1),
    age_confirmed_at = NULL, tax_form_received_at = NULL, approved_by = NULL, approved_at = NULL
  FROM stranded JOIN sessions s ON s.id = stranded.session_id WHERE c.id = stranded.id;
  EXIT WHEN NOT FOUND;
  COMMIT;
END LOOP; END $$;
-- What needs an administrator is asked for the refunds of the last days, and the audit of some days for theirs.
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_settled ON refunds (settled_at) WHERE settled_at IS NOT NULL;
