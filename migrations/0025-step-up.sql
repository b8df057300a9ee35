-- When whoever is signed in last proved that it is them: by a mailed code or a passkey.
ALTER TABLE sign_ins ADD COLUMN proved_at timestamptz;
