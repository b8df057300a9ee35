-- Months beside the days of the rollups, so that a sum over years reads a row a month instead of one a day. A month's
-- row has the month's first day as its `day`, and the sums of its days' rows.
ALTER TABLE rollup_play
  ADD COLUMN span text NOT NULL DEFAULT 'day' CHECK (span IN ('day', 'month')),
  DROP CONSTRAINT rollup_play_pkey,
  ADD PRIMARY KEY (zone, span, day, course_id);
ALTER TABLE rollup_players
  ADD COLUMN span text NOT NULL DEFAULT 'day' CHECK (span IN ('day', 'month')),
  DROP CONSTRAINT rollup_players_pkey,
  ADD PRIMARY KEY (zone, span, day, course_id),
  -- Only days know who played: a month's players would be written anew with each session.
  ALTER COLUMN players DROP NOT NULL,
  ADD CONSTRAINT players_of_days CHECK ((players IS NOT NULL) = (span = 'day'));
ALTER TABLE rollup_sales
  ADD COLUMN span text NOT NULL DEFAULT 'day' CHECK (span IN ('day', 'month')),
  DROP CONSTRAINT rollup_sales_pkey,
  ADD PRIMARY KEY (zone, span, day, course_id, package_id);
ALTER TABLE rollup_claims
  ADD COLUMN span text NOT NULL DEFAULT 'day' CHECK (span IN ('day', 'month')),
  DROP CONSTRAINT rollup_claims_pkey,
  ADD PRIMARY KEY (zone, span, day, course_id, target_hole);
ALTER TABLE rollup_accounts
  ADD COLUMN span text NOT NULL DEFAULT 'day' CHECK (span IN ('day', 'month')),
  DROP CONSTRAINT rollup_accounts_pkey,
  ADD PRIMARY KEY (span, day, source);

DROP INDEX rollup_play_course, rollup_players_course, rollup_sales_course, rollup_claims_course;
CREATE INDEX rollup_play_course ON rollup_play (course_id, span, day) WHERE zone = 'course';
CREATE INDEX rollup_players_course ON rollup_players (course_id, span, day) WHERE zone = 'course';
CREATE INDEX rollup_sales_course ON rollup_sales (course_id, span, day) WHERE zone = 'course';
CREATE INDEX rollup_claims_course ON rollup_claims (course_id, span, day) WHERE zone = 'course';

-- The months of what is folded already.
INSERT INTO rollup_play
  SELECT zone, date_trunc('month', day::timestamp)::date, course_id, sum(sessions), sum(group_sessions), sum(free_sessions),
    sum(buy_more_sessions), sum(balls), sum(shots), sum(milliseconds), 'month'
  FROM rollup_play GROUP BY 1, 2, 3;
INSERT INTO rollup_players
  SELECT zone, date_trunc('month', day::timestamp)::date, course_id, sum(first_ever), sum(first_here), NULL, 'month'
  FROM rollup_players GROUP BY 1, 2, 3;
INSERT INTO rollup_sales
  SELECT zone, date_trunc('month', day::timestamp)::date, course_id, package_id, sum(purchases), sum(captured_cents),
    sum(refunded_cents), 'month'
  FROM rollup_sales GROUP BY 1, 2, 3, 4;
INSERT INTO rollup_claims
  SELECT zone, date_trunc('month', day::timestamp)::date, course_id, target_hole, sum(claims), sum(pending), sum(paid_cents), 'month'
  FROM rollup_claims GROUP BY 1, 2, 3, 4;
INSERT INTO rollup_accounts
  SELECT date_trunc('month', day::timestamp)::date, source, sum(accounts), 'month' FROM rollup_accounts GROUP BY 1, 2;
