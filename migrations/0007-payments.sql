-- Payments complete: which gateway holds an attempt and under which name, what it waits for; refunds that fail;
-- disputes; the gateways' events.
ALTER TABLE payment_attempts
  ADD COLUMN provider text NOT NULL DEFAULT 'sandbox' CHECK (provider IN ('sandbox', 'stripe')),
  -- The gateway's own name of the payment, once it is known.
  ADD COLUMN reference text,
  -- What the golfer still has to do (a bank's challenge), and until when it is waited for.
  ADD COLUMN action jsonb,
  ADD COLUMN action_until timestamptz,
  ADD CONSTRAINT action_has_an_end CHECK ((action IS NULL) = (action_until IS NULL));
ALTER TABLE payment_attempts ALTER COLUMN provider DROP DEFAULT;

ALTER TABLE refunds
  DROP CONSTRAINT refunds_status_check,
  ADD CONSTRAINT refunds_status_check CHECK (status IN ('due', 'settled', 'failed', 'dropped')),
  -- Who gave it; null when it happened by itself.
  ADD COLUMN actor_id uuid REFERENCES users,
  ADD COLUMN failure text,
  -- A refund that the gateway refused is tried again under another key.
  ADD COLUMN tries integer NOT NULL DEFAULT 0,
  -- Two of one moment have an order, too.
  ADD COLUMN arrival bigint NOT NULL GENERATED ALWAYS AS IDENTITY;
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_failed ON refunds (created_at) WHERE status = 'failed';

-- What a keyed call has made, noted in the same transaction: after a crash before its answer was kept, the call made
-- again is answered from that, not done again.
ALTER TABLE idempotency_keys ADD COLUMN made text;

CREATE TABLE disputes (
  id uuid PRIMARY KEY,
  -- The gateway's own name of the dispute.
  reference text NOT NULL UNIQUE,
  payment_id uuid NOT NULL REFERENCES payment_attempts,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz,
  CHECK ((status = 'open') = (resolved_at IS NULL))
);
CREATE INDEX disputes_payment ON disputes (payment_id);
CREATE INDEX disputes_open ON disputes (created_at) WHERE status = 'open';

-- The captures and the refunds of one payment are read together.
CREATE INDEX ledger_transfers_payment ON ledger_transfers (payment_id) WHERE payment_id IS NOT NULL;

-- The sandbox: payments that wait for a challenge, refunds that come back, disputes, and the events that it still has
-- to send.
ALTER TABLE sandbox.payments
  DROP CONSTRAINT payments_status_check,
  ADD CONSTRAINT payments_status_check CHECK (status IN ('waiting', 'captured', 'failed', 'void')),
  -- What this payment's card does after the capture.
  ADD COLUMN afterwards text CHECK (afterwards IN ('disputed', 'refund_fails'));
ALTER TABLE sandbox.refunds ADD COLUMN failure text;
CREATE TABLE sandbox.disputes (
  reference text PRIMARY KEY,
  attempt_id text NOT NULL REFERENCES sandbox.payments,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  reason text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_disputes_created ON sandbox.disputes (created_at);
CREATE TABLE sandbox.events (
  id text PRIMARY KEY,
  body text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL
);
CREATE INDEX sandbox_events_due ON sandbox.events (next_try_at);
