-- A refund that was dropped is made good by others, as far as its order's capture holds them.
ALTER TABLE refunds
  -- Of one that was dropped: the cents that are owed or went back by others in its place.
  ADD COLUMN made_good_cents integer NOT NULL DEFAULT 0 CHECK (made_good_cents BETWEEN 0 AND amount_cents),
  -- Of one that takes from what was sold or deferred: the cents that dropped ones pay for, whose parts have gone back.
  ADD COLUMN from_dropped_cents integer NOT NULL DEFAULT 0 CHECK (from_dropped_cents BETWEEN 0 AND amount_cents);
UPDATE refunds SET made_good_cents = amount_cents
WHERE status = 'dropped' AND failure = 'Overtaken by a refund that was made at the payment service.';
