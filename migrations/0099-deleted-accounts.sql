-- Outside a transaction: an index
-- The list of deletions beside the backups is completed every half minute.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;
