-- Courses whose settlements went to somebody by mail until the account with the last address was deleted. An administrator
-- is told until somebody else gets them, or the list is ended.
CREATE TABLE settlement_lists_emptied (
  course_id integer PRIMARY KEY REFERENCES courses,
  emptied_at timestamptz NOT NULL
);
