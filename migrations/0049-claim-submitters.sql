-- Who sent a claim: the buyer, or the row's own player. Null for claims from before this was kept.
ALTER TABLE claims ADD COLUMN submitted_by uuid REFERENCES users;

-- One pending jackpot claim a row of play: a claim on one row says nothing of what is hit on another.
DROP INDEX one_pending_middle_claim;
CREATE UNIQUE INDEX one_pending_middle_claim ON claims (session_id) WHERE status = 'pending' AND target_hole = 'middle';
