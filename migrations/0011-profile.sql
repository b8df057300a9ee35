-- The profile: devices by name, the addresses an account had before, the consent to be named as a winner, and
-- accounts that their players have deleted. Such a row stays, without the person: orders, claims and the ledger point
-- to it, and money must be answered for.
ALTER TABLE users
  ADD COLUMN named_as_winner boolean NOT NULL DEFAULT false,
  ADD COLUMN former_emails text[] NOT NULL DEFAULT '{}',
  ADD COLUMN deleted_at timestamptz;
-- What the browser said it is at the last sign-in: "Safari on iPhone".
ALTER TABLE devices ADD COLUMN label text;

-- A course's recent winners.
CREATE INDEX claims_won ON claims (course_id, decided_at) WHERE status = 'verified' AND NOT on_guest_row;
