-- A refund is sent to the gateway under a lease, and each key that it is sent under is a try of its own.
ALTER TABLE refunds
  -- `gateway`: it was made there without us, and is booked as found.
  ADD COLUMN origin text NOT NULL DEFAULT 'ours' CHECK (origin IN ('ours', 'gateway')),
  -- Whoever sends it now. Every move compares it, with the state and the number of the try.
  ADD COLUMN lease uuid,
  -- How often the gateway was asked in vain since the last try began.
  ADD COLUMN asked integer NOT NULL DEFAULT 0,
  -- Nobody sends it before then: until then a lease holds, or a lost reply waits to be asked again. Null: at once.
  ADD COLUMN next_try_at timestamptz,
  ADD CONSTRAINT lease_has_an_end CHECK (lease IS NULL OR (status = 'due' AND next_try_at IS NOT NULL));

CREATE TABLE refund_tries (
  refund_id uuid NOT NULL REFERENCES refunds,
  -- From 0; the newest one is `refunds.tries`.
  number integer NOT NULL CHECK (number >= 0),
  -- What it was sent under: the gateway makes one refund a key.
  key text UNIQUE,
  -- The gateway's own name of what it made.
  reference text UNIQUE,
  -- `sent`: no answer yet. `refused`: the gateway said no. `made`: the money is gone. `returned`: it came back, for good.
  status text NOT NULL CHECK (status IN ('sent', 'refused', 'made', 'returned')),
  failure text,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (refund_id, number),
  CHECK (key IS NOT NULL OR reference IS NOT NULL)
);
-- Whatever races: a refund is paid by one try.
CREATE UNIQUE INDEX one_made_a_refund ON refund_tries (refund_id) WHERE status = 'made';

INSERT INTO refund_tries (refund_id, number, key, status, failure, created_at, changed_at)
SELECT r.id, n, CASE n WHEN 0 THEN r.id::text ELSE r.id || ':' || n END,
  CASE WHEN n < r.tries THEN 'refused' WHEN r.status = 'settled' THEN 'made' WHEN r.status = 'due' THEN 'sent' ELSE 'refused' END,
  CASE WHEN n = r.tries THEN r.failure END, r.created_at, coalesce(r.settled_at, r.created_at)
FROM refunds r, generate_series(0, r.tries) n;
