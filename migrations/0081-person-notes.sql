-- What administrators write down about a person. Not append-only: what is wrong is removed, and all go with the account.
CREATE TABLE person_notes (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES users,
  author_id uuid NOT NULL REFERENCES users,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  written_at timestamptz NOT NULL
);
CREATE INDEX person_notes_person ON person_notes (person_id, written_at);
