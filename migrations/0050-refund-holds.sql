-- A full refund that was made at the gateway's own dashboard holds its order's claims until an administrator decides.
-- The hold is read from the refunds; this is the decision that they stand after all.
ALTER TABLE refunds
  ADD COLUMN released_at timestamptz,
  ADD COLUMN released_by uuid REFERENCES users,
  ADD COLUMN release_reason text,
  ADD CONSTRAINT released_with_reason CHECK (num_nonnulls(released_at, released_by, release_reason) IN (0, 3)),
  ADD CONSTRAINT only_the_gateways_hold CHECK (released_at IS NULL OR origin = 'gateway');
