-- Receipts: one a captured payment, numbered without gaps in the order of capture. What was printed is frozen.
CREATE TABLE receipts (
  number bigint PRIMARY KEY CHECK (number > 0),
  payment_id uuid NOT NULL UNIQUE REFERENCES payment_attempts,
  order_id uuid NOT NULL REFERENCES orders,
  operator_name text NOT NULL,
  course_name text NOT NULL,
  course_address text NOT NULL,
  time_zone text NOT NULL,
  package_name text NOT NULL,
  ball_count integer NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  -- Included in the amount. The rate in thousandths of a percent: 7.25 % is 7250.
  tax_label text,
  tax_rate_milli integer CHECK (tax_rate_milli BETWEEN 1 AND 99999),
  tax_cents integer CHECK (tax_cents BETWEEN 0 AND amount_cents),
  method text NOT NULL,
  last4 text CHECK (last4 ~ '^[0-9]{4}$'),
  paid_at timestamptz NOT NULL,
  issued_at timestamptz NOT NULL,
  CHECK ((tax_label IS NULL) = (tax_rate_milli IS NULL)),
  CHECK ((tax_label IS NULL) = (tax_cents IS NULL))
);
CREATE INDEX receipts_order ON receipts (order_id);
CREATE INDEX receipts_last4 ON receipts (last4) WHERE last4 IS NOT NULL;
CREATE TRIGGER receipts_append_only BEFORE UPDATE OR DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The captured payments that have no receipt yet: written by the capture's own transaction, whoever captures, so that
-- none is forgotten and no capture waits for a number.
CREATE TABLE receipts_due (
  payment_id uuid PRIMARY KEY REFERENCES payment_attempts,
  captured_at timestamptz NOT NULL,
  -- Whether the receipt is mailed: not for payments that were captured before there were receipts.
  mailed boolean NOT NULL
);
CREATE FUNCTION receipt_falls_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO receipts_due (payment_id, captured_at, mailed) VALUES (NEW.id, coalesce(NEW.resolved_at, NEW.created_at), true)
  ON CONFLICT (payment_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER captured_on_insert AFTER INSERT ON payment_attempts FOR EACH ROW
  WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION receipt_falls_due();
CREATE TRIGGER captured_on_update AFTER UPDATE OF status ON payment_attempts FOR EACH ROW
  WHEN (NEW.status = 'succeeded' AND OLD.status <> 'succeeded') EXECUTE FUNCTION receipt_falls_due();
INSERT INTO receipts_due (payment_id, captured_at, mailed)
  SELECT id, coalesce(resolved_at, created_at), false FROM payment_attempts WHERE status = 'succeeded';

-- The administrators' search, without an extension: names and addresses by the beginnings of their words, an address
-- typed in part by its own beginning.
CREATE INDEX users_words ON users USING gin (to_tsvector('simple', name || ' ' || email));
CREATE INDEX users_email_start ON users (lower(email) text_pattern_ops);
CREATE INDEX orders_list ON orders (created_at, id);
