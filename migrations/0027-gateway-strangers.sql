-- Refunds and disputes that the gateway has of payments which carry our mark and stand in no record of ours: of another
-- installation with the same account, or of what a restored backup has lost.
CREATE TABLE gateway_strangers (
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe')),
  kind text NOT NULL CHECK (kind IN ('refund', 'dispute')),
  -- The gateway's own name of it, and the attempt that its payment names.
  reference text NOT NULL,
  attempt text NOT NULL,
  amount_cents integer NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (provider, reference)
);
