-- A mailed code says what it is for, and counts its own wrong tries: it belongs to the browser that asked, which proves
-- itself by a signed cookie, so the address from which somebody guesses says nothing any more.
ALTER TABLE mailed_codes
  ADD COLUMN purpose text NOT NULL DEFAULT 'sign_in' CHECK (purpose IN ('sign_in', 'new_email', 'step_up')),
  ADD COLUMN tries integer NOT NULL DEFAULT 0;
UPDATE mailed_codes SET purpose = 'new_email' WHERE new_email IS NOT NULL;
ALTER TABLE mailed_codes
  ALTER COLUMN purpose DROP DEFAULT,
  ADD CHECK ((purpose = 'new_email') = (new_email IS NOT NULL));
DROP TABLE wrong_codes;
