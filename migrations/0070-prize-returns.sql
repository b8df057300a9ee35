-- A paid prize that came back to the bank (a wrong account, a returned cheque): how it had been paid, and why it came
-- back. The claim itself is due again.
CREATE TABLE prize_returns (
  id uuid PRIMARY KEY,
  claim_id uuid NOT NULL REFERENCES claims,
  paid_at timestamptz NOT NULL,
  payment_method text,
  payment_reference text,
  reason text NOT NULL,
  returned_by uuid NOT NULL REFERENCES users,
  returned_at timestamptz NOT NULL
);
CREATE INDEX prize_returns_claim ON prize_returns (claim_id);
CREATE TRIGGER prize_returns_append_only BEFORE UPDATE OR DELETE ON prize_returns FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The day of a payment that came back is another day then, too.
CREATE OR REPLACE FUNCTION mark_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rollup_marks (part, course_id, at) VALUES ('claims', NEW.course_id, NEW.created_at);
  IF NEW.paid_at IS NOT NULL THEN
    INSERT INTO rollup_marks (part, course_id, at) VALUES ('claims', NEW.course_id, NEW.paid_at);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.paid_at IS DISTINCT FROM NEW.paid_at AND OLD.paid_at IS NOT NULL THEN
    INSERT INTO rollup_marks (part, course_id, at) VALUES ('claims', OLD.course_id, OLD.paid_at);
  END IF;
  RETURN NULL;
END $$;
