-- A claim on a guest's row: nobody identified won it, so its records belong to the claim alone.
ALTER TABLE claims ADD COLUMN on_guest_row boolean NOT NULL DEFAULT false;
UPDATE claims c SET on_guest_row = true FROM sessions s
  WHERE s.id = c.session_id AND s.user_id IS NULL AND c.user_id = c.buyer_id;

-- How a prize was paid, as its administrator noted it, and when one was forfeited.
ALTER TABLE claims ADD COLUMN payment_method text CHECK (payment_method IN ('check', 'transfer', 'handed_over'));
ALTER TABLE claims ADD COLUMN payment_reference text CHECK (char_length(payment_reference) <= 60);
ALTER TABLE claims ADD COLUMN forfeited_at timestamptz;
UPDATE claims c SET forfeited_at = s.created_at FROM claim_steps s
  WHERE s.claim_id = c.id AND s.step = 'forfeited' AND c.payout_status = 'forfeited';
ALTER TABLE claims ADD CONSTRAINT paid_has_moment CHECK ((payout_status = 'paid') = (paid_at IS NOT NULL));
ALTER TABLE claims ADD CONSTRAINT forfeited_has_moment CHECK ((payout_status = 'forfeited') = (forfeited_at IS NOT NULL));

-- The moment that a payout stands at: paid, forfeited, or due since.
CREATE INDEX claims_payouts ON claims ((coalesce(paid_at, forfeited_at, decided_at)), id) WHERE payout_status <> 'not_due';
CREATE INDEX claims_payouts_due ON claims (decided_at, id) WHERE payout_status = 'due';
CREATE INDEX claims_paid_player ON claims (user_id, paid_at) WHERE payout_status = 'paid' AND NOT on_guest_row;

-- That a player was seen to be an adult: which kind of document, never its number. Holds for all their later claims.
CREATE TABLE age_records (
  player_id uuid PRIMARY KEY REFERENCES users,
  document text CHECK (document IN ('driving_licence', 'state_id', 'passport', 'other')),
  claim_id uuid NOT NULL REFERENCES claims,
  confirmed_by uuid NOT NULL REFERENCES users,
  confirmed_at timestamptz NOT NULL
);

-- That a player's tax form is on file for a calendar year of the operator's zone: never the number on it.
CREATE TABLE tax_forms (
  player_id uuid NOT NULL REFERENCES users,
  year integer NOT NULL,
  form text CHECK (form IN ('W-9', 'W-8BEN')),
  claim_id uuid NOT NULL REFERENCES claims,
  received_by uuid NOT NULL REFERENCES users,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, year)
);

-- Above which sum of a year's payouts a tax form is waited for. A year without a row has the latest earlier one's.
CREATE TABLE tax_thresholds (
  year integer PRIMARY KEY CHECK (year BETWEEN 2000 AND 2100),
  above_cents bigint NOT NULL CHECK (above_cents >= 0),
  set_by uuid NOT NULL REFERENCES users,
  set_at timestamptz NOT NULL
);

-- What was confirmed before there were records becomes one, where the trail says by whom.
INSERT INTO age_records (player_id, document, claim_id, confirmed_by, confirmed_at)
  SELECT DISTINCT ON (c.user_id) c.user_id, NULL, c.id, s.actor_id, s.created_at
  FROM claims c JOIN claim_steps s ON s.claim_id = c.id AND s.step = 'confirmed_age_18'
  WHERE s.actor_id IS NOT NULL AND NOT c.on_guest_row
  ORDER BY c.user_id, s.created_at;
