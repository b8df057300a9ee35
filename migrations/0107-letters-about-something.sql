-- Outside a transaction: an index of a busy table, for the few letters that somebody looks for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mails_about ON mails (about) WHERE about IS NOT NULL;
