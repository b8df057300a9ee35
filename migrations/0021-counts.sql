-- What counts against a cap of hours and days, by whoever it counts for: 'account:…', 'device:…', 'browser:…'.
CREATE TABLE counted (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  what text NOT NULL,
  whose text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX counted_whose ON counted (whose, what, at);
CREATE INDEX counted_at ON counted (at);

-- Calls of a minute or ten, in windows of fixed length. A crash empties it.
CREATE UNLOGGED TABLE calls (
  key text PRIMARY KEY,
  calls integer NOT NULL,
  ends_at timestamptz NOT NULL
);

-- The device of the account that asked for a code; none for a browser that is new to it. Each has caps of its own.
ALTER TABLE mailed_codes ADD COLUMN device_id uuid REFERENCES devices;

-- When the owner was last told that codes are locked.
ALTER TABLE users ADD COLUMN lock_told_at timestamptz;
