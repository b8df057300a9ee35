-- What the operator has paid to a range of its share, or to a tax office of a course's tax. A payment that came back is
-- taken back by a row of its own, once; nothing here is ever changed.
CREATE TABLE remittances (
  id uuid PRIMARY KEY,
  of text NOT NULL CHECK (of IN ('range', 'tax')),
  course_id integer NOT NULL REFERENCES courses,
  -- For what was owed at the end of this month, in the course's time.
  month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reference text NOT NULL,
  paid_by uuid NOT NULL REFERENCES users,
  -- What a second administrator approved; null where one was enough.
  proposal_id integer UNIQUE REFERENCES proposals,
  paid_at timestamptz NOT NULL
);
CREATE INDEX remittances_course ON remittances (course_id, of, month);
CREATE TABLE remittance_returns (
  remittance_id uuid PRIMARY KEY REFERENCES remittances,
  reason text NOT NULL,
  returned_by uuid NOT NULL REFERENCES users,
  returned_at timestamptz NOT NULL
);
CREATE TRIGGER remittances_append_only BEFORE UPDATE OR DELETE ON remittances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER remittance_returns_append_only BEFORE UPDATE OR DELETE ON remittance_returns FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The proposals of the books are about nobody, as the approval limit is.
ALTER TABLE proposals
  DROP CONSTRAINT proposals_kind_check,
  ADD CONSTRAINT proposals_kind_check CHECK (kind IN ('grant_admin', 'recover', 'move_email', 'approval_limit', 'remit', 'adjust')),
  DROP CONSTRAINT proposals_check2,
  ADD CONSTRAINT about_a_person CHECK ((kind IN ('grant_admin', 'recover', 'move_email')) = (subject_id IS NOT NULL));
