-- What administrators manage. A change names the version that it was made from, so that of two at once one is told.
ALTER TABLE courses ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE packages ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE sponsors ADD COLUMN version integer NOT NULL DEFAULT 1;

-- How many of a prize there are in all (null: no end), and how many of them claims hold that were not rejected.
ALTER TABLE sponsored_prizes
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN stock integer CHECK (stock >= 0),
  ADD COLUMN reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  ADD CONSTRAINT never_more_than_stock CHECK (reserved <= stock);
-- Which prize a claim took: a rejection gives it back.
ALTER TABLE claims ADD COLUMN prize_id integer REFERENCES sponsored_prizes;

ALTER TABLE course_requests
  ADD COLUMN handled_at timestamptz,
  ADD COLUMN handled_by uuid REFERENCES users,
  ADD CONSTRAINT handled_by_somebody CHECK ((handled_at IS NULL) = (handled_by IS NULL));
CREATE INDEX course_requests_list ON course_requests (created_at, id);

-- The audit trail is read newest first, by who, what and whom.
CREATE INDEX audit_trail_actor ON audit_trail (actor_id, id);
CREATE INDEX audit_trail_action ON audit_trail (action, id);
CREATE INDEX audit_trail_subject ON audit_trail (subject, id);

-- Exports walk through everything in the order of time.
CREATE INDEX sessions_by_time ON sessions (started_at, id);
CREATE INDEX orders_by_time ON orders (created_at, id);
CREATE INDEX ledger_transfers_by_time ON ledger_transfers (created_at, id);
CREATE INDEX audit_trail_by_time ON audit_trail (created_at, id);
