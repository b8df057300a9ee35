-- Outside a transaction: an index of a growing table. The dashboard lists each course's latest refunds, and looked for them among all transfers.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transfers_refunds ON ledger_transfers (course_id, created_at) WHERE kind IN ('refund', 'refund_ahead');
