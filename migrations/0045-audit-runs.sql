-- What the server's own audit found, one a day of the operator's zone, and when each job last ran.
CREATE TABLE audit_runs (
  -- One process audits a day.
  day date PRIMARY KEY,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Sentences; the number of faults may be larger, for the invariants count what they cannot name.
  fault_count integer NOT NULL DEFAULT 0,
  faults jsonb NOT NULL DEFAULT '[]',
  warnings jsonb NOT NULL DEFAULT '[]'
);
CREATE TABLE job_runs (
  name text PRIMARY KEY,
  every_seconds integer NOT NULL,
  ran_at timestamptz NOT NULL
);
