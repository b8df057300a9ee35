-- Rollups: the figures of one local day at one course, recomputed from that day's own rows whenever one of them has
-- changed. A day is the course's own (for its report) and the operator's (for the dashboard): zone tells which.

-- What changed since the last fold. Written by triggers in the transaction of the change, so that no writer forgets and
-- none is lost with a process; without an index or a key, so that nobody waits here for anybody.
CREATE TABLE rollup_marks (
  part text NOT NULL CHECK (part IN ('play', 'players', 'sales', 'claims', 'accounts', 'zone')),
  -- Null for accounts, which belong to no course.
  course_id integer,
  at timestamptz NOT NULL,
  -- Whose first play may be another one now.
  user_id uuid
);

-- The zone that the operator's days were folded in (null: never), and how often each part has changed.
CREATE TABLE rollup_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  operator_time_zone text,
  play bigint NOT NULL DEFAULT 0,
  players bigint NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  claims bigint NOT NULL DEFAULT 0,
  accounts bigint NOT NULL DEFAULT 0
);
INSERT INTO rollup_state DEFAULT VALUES;

-- Sessions by their start. Counts of sessions are of bought ones (a group is one); balls, shots and time of all rows.
CREATE TABLE rollup_play (
  zone text NOT NULL,
  day date NOT NULL,
  course_id integer NOT NULL,
  sessions integer NOT NULL,
  group_sessions integer NOT NULL,
  free_sessions integer NOT NULL,
  buy_more_sessions integer NOT NULL,
  balls integer NOT NULL,
  shots integer NOT NULL,
  -- From each row's start to its last shot.
  milliseconds bigint NOT NULL,
  PRIMARY KEY (zone, day, course_id)
);
CREATE INDEX rollup_play_course ON rollup_play (course_id, day) WHERE zone = 'course';

-- Who played, and for how many of them it was the first play anywhere, and at this course.
CREATE TABLE rollup_players (
  zone text NOT NULL,
  day date NOT NULL,
  course_id integer NOT NULL,
  first_ever integer NOT NULL,
  first_here integer NOT NULL,
  players uuid[] NOT NULL,
  PRIMARY KEY (zone, day, course_id)
) WITH (toast_tuple_target = 128);
-- Beside the row, so that the counts of many days are read without them.
ALTER TABLE rollup_players ALTER COLUMN players SET STORAGE EXTERNAL;
CREATE INDEX rollup_players_course ON rollup_players (course_id, day) WHERE zone = 'course';

-- Captures and refunds by their transfer. Package 0 is money without an order.
CREATE TABLE rollup_sales (
  zone text NOT NULL,
  day date NOT NULL,
  course_id integer NOT NULL,
  package_id integer NOT NULL,
  purchases integer NOT NULL,
  captured_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  PRIMARY KEY (zone, day, course_id, package_id)
);
CREATE INDEX rollup_sales_course ON rollup_sales (course_id, day) WHERE zone = 'course';

-- Claims by their creation; the cash paid by the payment's day.
CREATE TABLE rollup_claims (
  zone text NOT NULL,
  day date NOT NULL,
  course_id integer NOT NULL,
  target_hole text NOT NULL,
  claims integer NOT NULL,
  pending integer NOT NULL,
  paid_cents bigint NOT NULL,
  PRIMARY KEY (zone, day, course_id, target_hole)
);
CREATE INDEX rollup_claims_course ON rollup_claims (course_id, day) WHERE zone = 'course';

-- Players' accounts by their creation, on the operator's days.
CREATE TABLE rollup_accounts (
  day date NOT NULL,
  source text NOT NULL,
  accounts integer NOT NULL,
  PRIMARY KEY (day, source)
);

CREATE FUNCTION mark_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rollup_marks (part, course_id, at) VALUES ('play', NEW.course_id, NEW.started_at);
  IF TG_OP = 'INSERT' THEN
    INSERT INTO rollup_marks (part, course_id, at, user_id) VALUES ('players', NEW.course_id, NEW.started_at, NEW.user_id);
  ELSIF OLD.user_id IS DISTINCT FROM NEW.user_id THEN
    INSERT INTO rollup_marks (part, course_id, at, user_id)
      VALUES ('players', NEW.course_id, NEW.started_at, OLD.user_id), ('players', NEW.course_id, NEW.started_at, NEW.user_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_mark AFTER INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION mark_session();

CREATE FUNCTION mark_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rollup_marks (part, course_id, at) VALUES ('sales', NEW.course_id, NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transfers_mark AFTER INSERT ON ledger_transfers FOR EACH ROW
  WHEN (NEW.kind IN ('capture', 'capture_unfulfillable', 'refund', 'refund_dropped', 'refund_revived'))
  EXECUTE FUNCTION mark_transfer();

CREATE FUNCTION mark_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rollup_marks (part, course_id, at) VALUES ('claims', NEW.course_id, NEW.created_at);
  IF NEW.paid_at IS NOT NULL THEN
    INSERT INTO rollup_marks (part, course_id, at) VALUES ('claims', NEW.course_id, NEW.paid_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER claims_mark AFTER INSERT OR UPDATE ON claims FOR EACH ROW EXECUTE FUNCTION mark_claim();

CREATE FUNCTION mark_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rollup_marks (part, at) VALUES ('accounts', NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER users_mark_new AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION mark_account();
CREATE TRIGGER users_mark AFTER UPDATE OF role, acquisition_source, deleted_at ON users FOR EACH ROW EXECUTE FUNCTION mark_account();

-- All days of a course that moves to another zone are other days.
CREATE FUNCTION mark_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rollup_marks (part, course_id, at) VALUES ('zone', NEW.id, '-infinity');
  RETURN NULL;
END $$;
CREATE TRIGGER courses_mark_zone AFTER UPDATE OF time_zone ON courses FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION mark_zone();

-- A day's rows, and the latest of a course.
CREATE INDEX sessions_course ON sessions (course_id, started_at);
CREATE INDEX claims_course ON claims (course_id, created_at);
CREATE INDEX claims_course_paid ON claims (course_id, paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX users_created ON users (created_at);
