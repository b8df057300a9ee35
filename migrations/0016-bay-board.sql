-- A paused clock: `expires_at` already holds the longest pause, up to here; a resume takes the rest back. So everything
-- that asks whether a clock has run out asks `expires_at` alone, paused or not.
ALTER TABLE sessions ADD COLUMN paused_until timestamptz;

-- What staff saw of a claim, append-only: two who differ are both evidence. A photo lies below DATA_DIR/uploads.
CREATE TABLE claim_sightings (
  id uuid PRIMARY KEY,
  claim_id uuid NOT NULL REFERENCES claims,
  seen boolean NOT NULL,
  note text,
  photo boolean NOT NULL,
  recorded_by uuid NOT NULL REFERENCES users,
  recorded_at timestamptz NOT NULL
);
CREATE INDEX claim_sightings_claim ON claim_sightings (claim_id, recorded_at);
CREATE TRIGGER claim_sightings_append_only BEFORE UPDATE OR DELETE ON claim_sightings FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The browser that a claim was sent from, for the evidence beside its verdict.
ALTER TABLE claims ADD COLUMN browser_id uuid;
CREATE INDEX claims_browser ON claims (browser_id, created_at) WHERE browser_id IS NOT NULL;

-- Large payouts: one administrator approves, another pays.
ALTER TABLE claims ADD COLUMN approved_by uuid REFERENCES users;
ALTER TABLE claims ADD COLUMN approved_at timestamptz;
ALTER TABLE claims ADD CONSTRAINT approval_has_both CHECK ((approved_by IS NULL) = (approved_at IS NULL));

-- Above which amount; null is none. Append-only: a payout goes by the lowest one since its verdict.
CREATE TABLE approval_limits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  above_cents bigint CHECK (above_cents >= 0),
  set_by uuid NOT NULL REFERENCES users,
  set_at timestamptz NOT NULL
);
CREATE TRIGGER approval_limits_append_only BEFORE UPDATE OR DELETE ON approval_limits FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The counts over the list of claims are read from this alone.
CREATE INDEX claims_counts ON claims (course_id, status, prize_type, prize_amount_cents);
-- Its other orders (newest first is claims_list's).
CREATE INDEX claims_largest ON claims (prize_amount_cents, created_at, id);
CREATE INDEX claims_player ON claims (lower(player_name), created_at, id);
