-- Outside a transaction: an index of a growing table. A golfer's own claims are those of the sessions that they bought, too,
-- and the whole table was read for these. Most buyers play themselves, and are found by claims_user.
CREATE INDEX CONCURRENTLY IF NOT EXISTS claims_buyer ON claims (buyer_id, created_at) WHERE buyer_id <> user_id;
