-- Whose money a payout was that somebody made by hand at the gateway, which does not say of what transactions it is.
CREATE TABLE payout_divisions (
  payout_id uuid NOT NULL REFERENCES gateway_payouts,
  -- Null for the house.
  course_id integer REFERENCES courses,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  divided_by uuid NOT NULL REFERENCES users,
  divided_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (payout_id, course_id)
);
CREATE TRIGGER payout_divisions_append_only BEFORE UPDATE OR DELETE ON payout_divisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Each fact is booked once.
CREATE UNIQUE INDEX one_division_a_payout ON ledger_transfers (fact_id, coalesce(course_id, 0)) WHERE kind = 'bank_payout_divided';
