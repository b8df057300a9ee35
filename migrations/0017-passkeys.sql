-- Passkeys of staff and administrators (https://www.w3.org/TR/webauthn-3/), in place of a mailed code.
CREATE TABLE passkeys (
  -- The credential's id, base64url.
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What a browser was asked to sign: once, and soon. `user_id` is set when somebody enrols.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  user_id uuid REFERENCES users,
  expires_at timestamptz NOT NULL
);
