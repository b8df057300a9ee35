-- Who sends a letter or a notification holds its row for so long, by the database's own clock: the product's can be moved,
-- and those of two servers differ.
ALTER TABLE mails ADD COLUMN taken_until timestamptz;
ALTER TABLE push_messages ADD COLUMN taken_until timestamptz;
-- Jobs that run once a minute or less are run by one process at a time.
CREATE TABLE job_turns (
  name text PRIMARY KEY,
  taken_until timestamptz NOT NULL
);
