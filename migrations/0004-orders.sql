CREATE TABLE orders (
  id uuid PRIMARY KEY,
  number bigint NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY (START WITH 1001),
  user_id uuid NOT NULL REFERENCES users,
  idempotency_key text,
  course_id integer NOT NULL REFERENCES courses,
  package_id integer NOT NULL REFERENCES packages,
  -- What was bought, frozen: a later change of the package or the course's terms does not change an order.
  package_name text NOT NULL,
  package_type text NOT NULL CHECK (package_type IN ('sponsored', 'jackpot')),
  ball_count integer NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  jackpot_share_cents integer NOT NULL CHECK (jackpot_share_cents >= 0),
  range_share_cents integer NOT NULL CHECK (range_share_cents >= 0),
  bay_number integer,
  group_data jsonb,
  purchase_context text NOT NULL CHECK (purchase_context IN ('initial', 'buy_more_balls')),
  start_at_once boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('created', 'charging', 'paid', 'fulfilled', 'declined', 'expired', 'refund_due', 'refunded')),
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- The session that used the order up; a foreign key once sessions exist.
  session_id uuid UNIQUE,
  CHECK (status <> 'fulfilled' OR session_id IS NOT NULL)
);
CREATE UNIQUE INDEX one_open_order ON orders (user_id) WHERE status IN ('created', 'charging');
CREATE UNIQUE INDEX one_waiting_order ON orders (user_id, course_id, package_id) WHERE status = 'paid';
CREATE UNIQUE INDEX one_order_a_key ON orders (user_id, idempotency_key);
CREATE INDEX orders_user ON orders (user_id, created_at);
CREATE INDEX orders_unstarted ON orders (paid_at) WHERE status = 'paid';

CREATE TABLE payment_attempts (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  method text NOT NULL CHECK (method IN ('card', 'paypal', 'apple')),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('initiated', 'succeeded', 'failed', 'unknown')),
  failure_code text,
  failure_message text,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz
);
CREATE INDEX payment_attempts_order ON payment_attempts (order_id);
CREATE INDEX payment_attempts_open ON payment_attempts (created_at) WHERE status IN ('initiated', 'unknown');

CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  payment_id uuid NOT NULL REFERENCES payment_attempts,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  pot_part_cents integer NOT NULL CHECK (pot_part_cents >= 0),
  reason text NOT NULL,
  status text NOT NULL CHECK (status IN ('due', 'settled')),
  created_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE INDEX refunds_order ON refunds (order_id);
CREATE INDEX refunds_due ON refunds (created_at) WHERE status = 'due';

-- The sandbox gateway's own books. Nothing of ours joins them in a transaction; the audit compares them with the ledger.
CREATE SCHEMA sandbox;
CREATE TABLE sandbox.tokens (
  token text PRIMARY KEY,
  outcome jsonb NOT NULL,
  last4 text,
  created_at timestamptz NOT NULL
);
CREATE TABLE sandbox.payments (
  attempt_id text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('captured', 'failed', 'void')),
  amount_cents integer NOT NULL,
  method text NOT NULL,
  last4 text,
  failure_code text,
  created_at timestamptz NOT NULL
);
CREATE TABLE sandbox.refunds (
  refund_id text PRIMARY KEY,
  attempt_id text NOT NULL REFERENCES sandbox.payments,
  amount_cents integer NOT NULL,
  created_at timestamptz NOT NULL
);
