-- Who is asked to work here and has no account yet: see `courses/server/invitations.ts`. A row goes when it is used or taken
-- back, and the audit trail says so.
CREATE TABLE staff_invitations (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Of the letter, and of the account that it begins.
  language text NOT NULL CHECK (language IN ('en', 'es')),
  role text NOT NULL CHECK (role IN ('staff', 'admin')),
  course_ids integer[] NOT NULL,
  -- Those of them whose range's statement they may read.
  statement_course_ids integer[] NOT NULL,
  invited_by uuid NOT NULL REFERENCES users,
  invited_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > invited_at),
  CHECK ((role = 'staff') = (cardinality(course_ids) > 0)),
  CHECK (statement_course_ids <@ course_ids)
);
CREATE UNIQUE INDEX staff_invitations_email ON staff_invitations (lower(email));
