-- Months that are closed. A course's months close in order; a row without a course is of the house's own accounts.
CREATE TABLE closed_months (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  course_id integer REFERENCES courses,
  month text NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- It begins where the month closed before it ends, and the first one with the first entry.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  closed_by uuid NOT NULL REFERENCES users,
  closed_at timestamptz NOT NULL,
  -- Null until every transfer has ended that was under way when the row was written. From the row on, none is dated
  -- into the month; what is kept is therefore read when nothing in it can change.
  settlement jsonb,
  -- The last transfer of the ledger at that moment, and the number of the month's entries.
  last_transfer bigint,
  entries bigint,
  entries_hash text,
  -- Of the month before, this row and its entries.
  hash text,
  UNIQUE NULLS NOT DISTINCT (course_id, month),
  CONSTRAINT kept_whole CHECK (num_nulls(settlement, last_transfer, entries, entries_hash, hash) IN (0, 5))
);
CREATE INDEX closed_months_ends ON closed_months (coalesce(course_id, 0), ends_at);

-- Its own function, since a row is written in two steps: announced, then kept.
CREATE FUNCTION keep_closed_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a closed month stays as it is';
END $$;
CREATE TRIGGER closed_months_stay BEFORE DELETE ON closed_months FOR EACH ROW EXECUTE FUNCTION keep_closed_months();
CREATE TRIGGER closed_months_are_kept BEFORE UPDATE ON closed_months FOR EACH ROW
  WHEN (OLD.hash IS NOT NULL OR (OLD.course_id, OLD.month, OLD.starts_at, OLD.ends_at, OLD.closed_by, OLD.closed_at)
    IS DISTINCT FROM (NEW.course_id, NEW.month, NEW.starts_at, NEW.ends_at, NEW.closed_by, NEW.closed_at))
  EXECUTE FUNCTION keep_closed_months();

-- When the fact happened, of a transfer that is booked after its month was closed.
ALTER TABLE ledger_transfers ADD COLUMN fact_at timestamptz;
CREATE INDEX ledger_transfers_late ON ledger_transfers (created_at) WHERE fact_at IS NOT NULL;

-- The error is that of a lost serialization: a transaction that meets a closing is repeated, and dates its transfer anew.
CREATE FUNCTION refuse_closed_months() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  late record;
BEGIN
  SELECT t.id, t.created_at, m.month INTO late
    FROM entered e JOIN ledger_transfers t ON t.id = e.transfer_id JOIN ledger_accounts a ON a.key = e.account_key
      JOIN closed_months m ON coalesce(m.course_id, 0) = coalesce(a.course_id, t.course_id, 0) AND m.ends_at > t.created_at
    ORDER BY m.ends_at LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transfer % is dated %, and % is closed', late.id, late.created_at, late.month USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_open_months AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_months();
