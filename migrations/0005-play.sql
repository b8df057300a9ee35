-- A session is one player's balls in one bay. A group's main row holds the purchase; friends' rows point to it.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  main_session_id uuid REFERENCES sessions,
  friend_index integer,
  -- The player of the row; null for a guest in a group.
  user_id uuid REFERENCES users,
  -- Who bought: may record for every row.
  buyer_id uuid NOT NULL REFERENCES users,
  player_name text NOT NULL,
  course_id integer NOT NULL REFERENCES courses,
  package_id integer NOT NULL,
  package_type text NOT NULL CHECK (package_type IN ('sponsored', 'jackpot')),
  bay_number integer NOT NULL,
  -- Keeps the bay to itself: on a course with exclusive bays, the first row of a group in each.
  holds_bay boolean NOT NULL,
  balls_left integer NOT NULL CHECK (balls_left >= 0),
  balls_bought integer NOT NULL CHECK (balls_bought >= balls_left),
  status text NOT NULL CHECK (status IN ('active', 'balls_finished', 'completed')),
  end_reason text CHECK (end_reason IN ('player', 'buy_more', 'time', 'refund')),
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  is_free_shot boolean NOT NULL DEFAULT false,
  tee_time timestamptz,
  group_data jsonb,
  purchase_context text NOT NULL CHECK (purchase_context IN ('initial', 'buy_more_balls')),
  -- Counters, so that a shot stays one statement.
  shot_count integer NOT NULL DEFAULT 0 CHECK (shot_count >= 0 AND shot_count <= balls_bought),
  claim_count integer NOT NULL DEFAULT 0 CHECK (claim_count >= 0 AND claim_count <= shot_count),
  last_shot_at timestamptz,
  CHECK ((status = 'completed') = (ended_at IS NOT NULL)),
  CHECK ((main_session_id IS NULL) = (friend_index IS NULL)),
  CHECK (main_session_id IS NOT NULL OR user_id IS NOT NULL)
);
CREATE UNIQUE INDEX one_active_session ON sessions (user_id) WHERE status = 'active' AND main_session_id IS NULL;
CREATE UNIQUE INDEX one_session_a_bay ON sessions (course_id, bay_number) WHERE status = 'active' AND holds_bay;
CREATE UNIQUE INDEX one_row_a_friend ON sessions (main_session_id, friend_index) WHERE main_session_id IS NOT NULL;
CREATE INDEX sessions_user ON sessions (user_id, started_at);
CREATE INDEX sessions_open_friend ON sessions (user_id) WHERE status <> 'completed';
CREATE INDEX sessions_running ON sessions (expires_at) WHERE status <> 'completed';
CREATE INDEX sessions_bay ON sessions (course_id, bay_number) WHERE status <> 'completed';
ALTER TABLE orders ADD FOREIGN KEY (session_id) REFERENCES sessions;

-- One row a shot. A claim may turn a recorded miss into the hit that it was; a withdrawn miss stays, outside all counts.
CREATE TABLE attempts (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions,
  shot_id uuid,
  -- The id of the claim's own call, when it turned an earlier miss into a hit.
  claim_shot_id uuid,
  target_hole text NOT NULL CHECK (target_hole IN ('left', 'right', 'middle', 'missed')),
  prize_claim boolean NOT NULL,
  prize_amount_cents bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  CHECK (NOT (prize_claim AND target_hole = 'missed'))
);
CREATE UNIQUE INDEX one_shot_an_id ON attempts (session_id, shot_id);
CREATE UNIQUE INDEX one_claim_an_id ON attempts (session_id, claim_shot_id);
CREATE INDEX attempts_session ON attempts (session_id, recorded_at);

-- The free shot: one a player per course-local day, at any course.
CREATE TABLE free_shots (
  user_id uuid NOT NULL REFERENCES users,
  day date NOT NULL,
  -- Checked at the commit: the day is taken before the session starts.
  session_id uuid NOT NULL REFERENCES sessions DEFERRABLE INITIALLY DEFERRED,
  browser_id uuid,
  address text,
  created_at timestamptz NOT NULL,
  CONSTRAINT one_free_shot_a_day PRIMARY KEY (user_id, day)
);
CREATE INDEX free_shots_browser ON free_shots (browser_id, day);
CREATE INDEX free_shots_address ON free_shots (address, day);
