-- A running session by its buyer, whom each purchase asks about: there was no index for it.
CREATE INDEX sessions_open_buyer ON sessions (buyer_id) WHERE status <> 'completed';

-- An update that changes no indexed column leaves the indexes alone (HOT). The balance was in the condition of an index,
-- so that each booking on a course's accounts, its hottest rows, wrote to every index of the table. A generated column
-- changes only where the index needs it.
ALTER TABLE ledger_accounts SET (fillfactor = 60);
ALTER TABLE ledger_accounts ADD COLUMN holds_prize boolean GENERATED ALWAYS AS (kind = 'reserved' AND balance_cents <> 0) STORED;
DROP INDEX ledger_accounts_reserved;
CREATE INDEX ledger_accounts_reserved ON ledger_accounts (course_id) WHERE holds_prize;

-- Room on each page for the next version of a row: a session has one for each shot, a prize for each claim.
ALTER TABLE sessions SET (fillfactor = 85);
ALTER TABLE sponsored_prizes SET (fillfactor = 50);
