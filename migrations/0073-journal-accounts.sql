-- The operator's own account numbers for the journal, by our kind of account. A kind without one keeps our name.
CREATE TABLE journal_accounts (
  account text PRIMARY KEY,
  number text NOT NULL CHECK (number <> ''),
  changed_by uuid NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL
);
