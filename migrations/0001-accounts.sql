-- Accounts, sign-in, mail, and what the platform keeps.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  player_id text NOT NULL UNIQUE CHECK (player_id ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  name text NOT NULL,
  email text NOT NULL,
  phone text,
  acquisition_source text CHECK (acquisition_source IN ('tee_time', 'qr_code', 'pro_shop', 'social_media', 'friend_referral', 'website', 'other')),
  role text NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'staff', 'admin')),
  email_notifications boolean NOT NULL DEFAULT true,
  sms_notifications boolean NOT NULL DEFAULT false,
  push_notifications boolean NOT NULL DEFAULT true,
  game_updates boolean NOT NULL DEFAULT true,
  prize_alerts boolean NOT NULL DEFAULT true,
  email_proved_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

-- A device is one account on one browser; browser_id stays when another account signs in there, so that limits per
-- device cannot be dodged with a second account.
CREATE TABLE devices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  browser_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX devices_user ON devices (user_id);

CREATE TABLE sign_ins (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  device_id uuid REFERENCES devices,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ins_user ON sign_ins (user_id);

-- A mailed code: to sign in, or (new_email set) to prove a changed address.
CREATE TABLE mailed_codes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  new_email text,
  code_hash bytea NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX mailed_codes_user ON mailed_codes (user_id, created_at);

CREATE TABLE wrong_codes (
  code_id uuid NOT NULL REFERENCES mailed_codes,
  address text NOT NULL,
  tries integer NOT NULL,
  PRIMARY KEY (code_id, address)
);

CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL
);
CREATE INDEX mails_waiting ON mails (next_try_at) WHERE sent_at IS NULL;

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users,
  key text NOT NULL,
  fingerprint text NOT NULL,
  started_at timestamptz NOT NULL,
  status integer,
  body jsonb,
  PRIMARY KEY (user_id, key)
);

-- Who did what, when: append-only.
CREATE TABLE audit_trail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor_id uuid REFERENCES users,
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);

-- The demo's clock: how far it was moved forward.
CREATE TABLE dev_clock (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), offset_ms bigint NOT NULL);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_trail_append_only BEFORE UPDATE OR DELETE ON audit_trail FOR EACH ROW EXECUTE FUNCTION refuse_change();
