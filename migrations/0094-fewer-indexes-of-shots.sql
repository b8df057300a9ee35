-- Outside a transaction: indexes of growing tables. Each shot wrote four of them, and two are enough: its own id, and the
-- id that its phone gave it within its session, which also finds a session's shots. Few shots have the id of a claim.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_claim_a_shot_id ON attempts (session_id, claim_shot_id) WHERE claim_shot_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS one_claim_an_id;
DROP INDEX CONCURRENTLY IF EXISTS attempts_session;
-- The same columns as orders_list.
DROP INDEX CONCURRENTLY IF EXISTS orders_by_time;
