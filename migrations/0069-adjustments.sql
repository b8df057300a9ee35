-- Corrections by hand, each proposed by one administrator and approved by another. A wrong one is corrected by its opposite.
CREATE TABLE adjustments (
  id uuid PRIMARY KEY,
  course_id integer NOT NULL REFERENCES courses,
  account text NOT NULL CHECK (account IN ('pot', 'revenue', 'range_share', 'tax_payable', 'fees')),
  -- Above 0 adds to what the account holds or counts, below 0 takes from it; the other side is adjustment:{course}.
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  reason text NOT NULL,
  proposal_id integer NOT NULL UNIQUE REFERENCES proposals,
  made_at timestamptz NOT NULL
);
CREATE TRIGGER adjustments_append_only BEFORE UPDATE OR DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION refuse_change();
