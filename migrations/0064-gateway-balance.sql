-- The gateway's balance: what moved it, transaction by transaction, and its payouts to the operator's bank. Each row is
-- the fact of a transfer: a transaction of its fee (or of money that belongs to no payment), a payout of its parts.
CREATE TABLE gateway_payouts (
  id uuid PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe')),
  -- The gateway's own name.
  reference text NOT NULL UNIQUE,
  -- Below 0 when the gateway took money from the bank.
  amount_cents bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('on_its_way', 'paid', 'failed', 'cancelled')),
  -- By the gateway's clock.
  created_at timestamptz NOT NULL,
  arrives_at timestamptz NOT NULL,
  booked_at timestamptz NOT NULL,
  -- When it was booked that the money has come back.
  returned_at timestamptz,
  CHECK ((status IN ('failed', 'cancelled')) = (returned_at IS NOT NULL))
);
CREATE TABLE gateway_transactions (
  id uuid PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe')),
  reference text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'payout', 'payout_failure', 'account_fee', 'other')),
  -- The gateway's own name of the charge, refund, dispute or payout.
  source text,
  -- Null for what is of no payment of ours.
  payment_id uuid REFERENCES payment_attempts,
  -- What moved the balance is the amount less the fee; a fee that is given back is below 0.
  amount_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  created_at timestamptz NOT NULL,
  available_at timestamptz NOT NULL,
  learned_at timestamptz NOT NULL,
  -- The payout that has paid it out.
  payout_id uuid REFERENCES gateway_payouts
);
CREATE INDEX gateway_transactions_created ON gateway_transactions (created_at);
CREATE INDEX gateway_transactions_payout ON gateway_transactions (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX gateway_transactions_payment ON gateway_transactions (payment_id) WHERE payment_id IS NOT NULL;

-- Each fact is booked once.
CREATE UNIQUE INDEX one_fee_a_transaction ON ledger_transfers (fact_id) WHERE kind IN ('gateway_fee', 'gateway_other');
CREATE UNIQUE INDEX one_transfer_a_payout ON ledger_transfers (fact_id, kind, coalesce(course_id, 0)) WHERE kind IN ('bank_payout', 'bank_payout_returned');

ALTER TABLE gateway_positions
  DROP CONSTRAINT gateway_positions_list_check,
  ADD CONSTRAINT gateway_positions_list_check CHECK (list IN ('refunds', 'disputes', 'transactions', 'payouts'));

-- The sandbox's own.
CREATE TABLE sandbox.payouts (
  reference text PRIMARY KEY,
  -- In UTC.
  day date NOT NULL UNIQUE,
  amount_cents bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('on_its_way', 'failed', 'cancelled')),
  created_at timestamptz NOT NULL,
  arrives_at timestamptz NOT NULL
);
CREATE TABLE sandbox.transactions (
  reference text PRIMARY KEY,
  kind text NOT NULL,
  attempt_id text,
  source text,
  amount_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  created_at timestamptz NOT NULL,
  payout text
);
CREATE INDEX sandbox_transactions_created ON sandbox.transactions (created_at, reference);
CREATE INDEX sandbox_transactions_payout ON sandbox.transactions (payout);

-- What it holds so far: 2.9 % rounded half up and 0.30 of each capture, 15.00 of each dispute, given back when it was won.
INSERT INTO sandbox.transactions (reference, kind, attempt_id, source, amount_cents, fee_cents, created_at)
  SELECT 'txn_' || attempt_id, 'charge', attempt_id, attempt_id, amount_cents, (amount_cents::bigint * 29 + 500) / 1000 + 30, created_at
    FROM sandbox.payments WHERE status = 'captured'
  UNION ALL SELECT 'txn_' || refund_id, 'refund', attempt_id, refund_id, -amount_cents, 0, created_at FROM sandbox.refunds WHERE failure IS NULL
  UNION ALL SELECT 'txn_' || reference, 'dispute', attempt_id, reference, -amount_cents, 1500, created_at FROM sandbox.disputes
  UNION ALL SELECT 'txn_' || reference || '_won', 'dispute_reversal', attempt_id, reference, amount_cents, -1500, created_at FROM sandbox.disputes WHERE status = 'won';
