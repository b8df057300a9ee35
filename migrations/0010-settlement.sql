-- A settlement reads a course's transfers by their time, and its accounts.
CREATE INDEX ledger_transfers_course ON ledger_transfers (course_id, created_at);
CREATE INDEX ledger_accounts_course ON ledger_accounts (course_id, kind);
