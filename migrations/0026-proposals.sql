-- What one administrator proposes and another does: see `accounts/server/proposals.ts`.
CREATE TABLE proposals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('grant_admin', 'recover', 'move_email', 'approval_limit')),
  -- Whom it is about; null for a limit.
  subject_id uuid REFERENCES users,
  detail jsonb NOT NULL DEFAULT '{}',
  reason text,
  proposed_by uuid NOT NULL REFERENCES users,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'withdrawn')),
  -- Null for the operator at the server.
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  CHECK ((status = 'open') = (decided_at IS NULL)),
  CHECK (decided_by <> proposed_by OR status = 'withdrawn'),
  CHECK ((kind = 'approval_limit') = (subject_id IS NULL))
);
CREATE INDEX proposals_about ON proposals (subject_id, decided_at) WHERE status = 'done';

-- No payout to a player whom an administrator has moved to another address, until this moment.
ALTER TABLE users ADD COLUMN payouts_held_until timestamptz;
