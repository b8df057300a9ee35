-- Courses that are closed for good, what became of each one's pot, and what forbids that anything begins there.
ALTER TABLE courses
  ADD COLUMN closed_at timestamptz,
  ADD CONSTRAINT closed_is_not_open CHECK (closed_at IS NULL OR NOT active);
-- Its own function, since other courses do change.
CREATE FUNCTION keep_closed_courses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a course that is closed for good stays as it is';
END $$;
CREATE TRIGGER courses_closed_for_good BEFORE UPDATE OR DELETE ON courses FOR EACH ROW
  WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION keep_closed_courses();

CREATE TABLE course_closings (
  id uuid PRIMARY KEY,
  course_id integer NOT NULL UNIQUE REFERENCES courses,
  -- What the house had put into the pot, at most what it held; the rest is golfers' money.
  to_house_cents bigint NOT NULL CHECK (to_house_cents >= 0),
  rest_cents bigint NOT NULL CHECK (rest_cents >= 0),
  -- Who has the rest: the pot of another course, or somebody named, from the bank.
  into_course_id integer REFERENCES courses CHECK (into_course_id <> course_id),
  recipient text,
  proposal_id integer NOT NULL UNIQUE REFERENCES proposals,
  closed_at timestamptz NOT NULL,
  CONSTRAINT one_has_the_rest CHECK (num_nonnulls(into_course_id, recipient) = CASE WHEN rest_cents > 0 THEN 1 ELSE 0 END)
);
CREATE INDEX course_closings_into ON course_closings (into_course_id) WHERE into_course_id IS NOT NULL;
CREATE TRIGGER course_closings_append_only BEFORE UPDATE OR DELETE ON course_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Whatever begins at a course holds the course's row until its transaction ends. A closing locks that row: it waits for
-- what has begun and sees it, and what comes later sees the closing.
CREATE FUNCTION begin_at_open_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM courses WHERE id = NEW.course_id AND closed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'course % is closed for good', NEW.course_id USING ERRCODE = 'check_violation', CONSTRAINT = 'course_is_not_closed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_at_open_course BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION begin_at_open_course();
CREATE TRIGGER sessions_at_open_course BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION begin_at_open_course();
CREATE TRIGGER claims_at_open_course BEFORE INSERT ON claims FOR EACH ROW EXECUTE FUNCTION begin_at_open_course();

ALTER TABLE proposals
  DROP CONSTRAINT proposals_kind_check,
  ADD CONSTRAINT proposals_kind_check CHECK (kind IN ('grant_admin', 'recover', 'move_email', 'approval_limit', 'remit', 'adjust', 'refund_otherwise', 'close_course'));
