-- Refunds that were made at the gateway's own dashboard, and how far its lists have been read.
CREATE INDEX payment_attempts_reference ON payment_attempts (reference) WHERE reference IS NOT NULL;

CREATE TABLE gateway_positions (
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe')),
  list text NOT NULL CHECK (list IN ('refunds', 'disputes')),
  -- Everything that began before then has been read.
  read_until timestamptz NOT NULL,
  PRIMARY KEY (provider, list)
);

-- The sandbox's own: made at its desk, under no key of ours.
ALTER TABLE sandbox.refunds ADD COLUMN by_hand boolean NOT NULL DEFAULT false;
CREATE INDEX sandbox_refunds_created ON sandbox.refunds (created_at, refund_id);
