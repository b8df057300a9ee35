-- Double entry, append-only, integer cents. A debit is positive, a credit negative, so a transfer sums to zero and
-- the amount in a pot is the negated balance of its account.
CREATE TABLE ledger_accounts (
  key text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('cash', 'pot', 'reserved', 'prize_payable', 'revenue', 'range_share', 'refunds_payable', 'house_funding', 'dispute_loss')),
  -- The course that an account belongs to; null for the house's own.
  course_id integer REFERENCES courses,
  balance_cents bigint NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL,
  CONSTRAINT never_overdrawn CHECK (kind NOT IN ('pot', 'reserved', 'prize_payable', 'refunds_payable') OR balance_cents <= 0)
);

CREATE INDEX ledger_accounts_reserved ON ledger_accounts (course_id) WHERE kind = 'reserved' AND balance_cents <> 0;

CREATE TABLE ledger_transfers (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  course_id integer REFERENCES courses,
  payment_id uuid,
  claim_id uuid,
  refund_id uuid,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX one_capture_a_payment ON ledger_transfers (payment_id) WHERE kind IN ('capture', 'capture_unfulfillable');
CREATE INDEX ledger_transfers_claim ON ledger_transfers (claim_id) WHERE claim_id IS NOT NULL;

CREATE TABLE ledger_entries (
  transfer_id bigint NOT NULL REFERENCES ledger_transfers,
  account_key text NOT NULL REFERENCES ledger_accounts,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  PRIMARY KEY (transfer_id, account_key)
);
CREATE INDEX ledger_entries_account ON ledger_entries (account_key);

CREATE FUNCTION transfer_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_cents) FROM ledger_entries WHERE transfer_id = NEW.transfer_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transfer % does not sum to zero', NEW.transfer_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_sum AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION transfer_sums_to_zero();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
