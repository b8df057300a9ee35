CREATE TABLE claims (
  id uuid PRIMARY KEY,
  -- The order in which claims came in: two can share a moment.
  arrival bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  session_id uuid NOT NULL REFERENCES sessions,
  attempt_id uuid NOT NULL UNIQUE REFERENCES attempts,
  course_id integer NOT NULL REFERENCES courses,
  -- Whose claim it is: the row's identified player, on a guest's row the buyer.
  user_id uuid NOT NULL REFERENCES users,
  buyer_id uuid NOT NULL REFERENCES users,
  player_name text NOT NULL,
  bay_number integer NOT NULL,
  target_hole text NOT NULL CHECK (target_hole IN ('left', 'right', 'middle')),
  prize_type text NOT NULL CHECK (prize_type IN ('monetary', 'other')),
  prize_amount_cents bigint NOT NULL CHECK (prize_amount_cents >= 0),
  prize_description text NOT NULL,
  -- What the house put into the pot after this claim took it: a rejection gives it back first.
  reseed_cents bigint NOT NULL DEFAULT 0,
  free_shot boolean NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'rejected')),
  rejection_reason text,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid REFERENCES users,
  payout_status text NOT NULL DEFAULT 'not_due' CHECK (payout_status IN ('not_due', 'due', 'paid', 'forfeited')),
  age_confirmed_at timestamptz,
  tax_form_received_at timestamptz,
  tee_time_confirmed_at timestamptz,
  paid_at timestamptz,
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL)),
  CHECK (payout_status = 'not_due' OR status = 'verified')
);
CREATE UNIQUE INDEX one_pending_middle_claim ON claims (user_id, course_id) WHERE status = 'pending' AND target_hole = 'middle';
CREATE INDEX claims_session ON claims (session_id);
CREATE INDEX claims_user ON claims (user_id, created_at);
CREATE INDEX claims_list ON claims (created_at, id);
CREATE INDEX claims_pending ON claims (course_id, created_at) WHERE status = 'pending';

-- Every step of a claim, append-only.
CREATE TABLE claim_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  claim_id uuid NOT NULL REFERENCES claims,
  step text NOT NULL,
  actor_id uuid REFERENCES users,
  note text,
  created_at timestamptz NOT NULL
);
CREATE INDEX claim_steps_claim ON claim_steps (claim_id);
CREATE TRIGGER claim_steps_append_only BEFORE UPDATE OR DELETE ON claim_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
