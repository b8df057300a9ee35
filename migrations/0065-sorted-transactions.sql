-- What an administrator found money to be that the gateway moved without a payment of ours.
ALTER TABLE gateway_transactions
  ADD COLUMN sorted_into text CHECK (sorted_into IN ('bank', 'fees', 'revenue')),
  -- Null for the house's account.
  ADD COLUMN sorted_course_id integer REFERENCES courses,
  ADD COLUMN sorted_at timestamptz,
  ADD CONSTRAINT sorted_has_moment CHECK ((sorted_into IS NULL) = (sorted_at IS NULL)),
  ADD CONSTRAINT sorted_revenue_has_course CHECK (CASE sorted_into WHEN 'revenue' THEN sorted_course_id IS NOT NULL WHEN 'bank' THEN sorted_course_id IS NULL ELSE true END);
CREATE UNIQUE INDEX one_sorting_a_transaction ON ledger_transfers (fact_id) WHERE kind = 'gateway_sorted';
