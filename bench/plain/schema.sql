-- What a plain program needs for the calls that are compared: no ledger, no keys, no audit trail.
CREATE TABLE users (id uuid PRIMARY KEY, name text NOT NULL, email text NOT NULL UNIQUE);
CREATE TABLE tokens (token text PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, expires_at timestamptz NOT NULL);
CREATE TABLE devices (token text PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, used_at timestamptz NOT NULL);
CREATE TABLE courses (id integer PRIMARY KEY, name text NOT NULL, address text NOT NULL, latitude float8, longitude float8, time_zone text NOT NULL,
  price_factor numeric NOT NULL, bay_count integer NOT NULL, jackpot_cents bigint NOT NULL, jackpot_at timestamptz NOT NULL);
CREATE TABLE packages (id integer PRIMARY KEY, name text NOT NULL, description text NOT NULL, price_cents integer NOT NULL, ball_count integer NOT NULL,
  package_type text NOT NULL, is_popular boolean NOT NULL);
CREATE TABLE sessions (id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, course_id integer NOT NULL REFERENCES courses,
  package_id integer NOT NULL REFERENCES packages, bay_number integer NOT NULL, balls_left integer NOT NULL, shots integer NOT NULL DEFAULT 0,
  status text NOT NULL, started_at timestamptz NOT NULL, expires_at timestamptz NOT NULL);
CREATE UNIQUE INDEX one_active_session ON sessions (user_id) WHERE status = 'active';
CREATE TABLE attempts (id uuid PRIMARY KEY, session_id uuid NOT NULL REFERENCES sessions, shot_id uuid, target_hole text NOT NULL,
  prize_claim boolean NOT NULL, created_at timestamptz NOT NULL, UNIQUE (session_id, shot_id));
CREATE TABLE orders (id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, session_id uuid REFERENCES sessions, amount_cents integer NOT NULL,
  status text NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE charges (id uuid PRIMARY KEY, order_id uuid NOT NULL REFERENCES orders, amount_cents integer NOT NULL, last4 text NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE prizes (id integer PRIMARY KEY, course_id integer NOT NULL REFERENCES courses, hole text NOT NULL, name text NOT NULL, reserved integer NOT NULL DEFAULT 0);
CREATE TABLE claims (id uuid PRIMARY KEY, session_id uuid NOT NULL REFERENCES sessions, attempt_id uuid NOT NULL REFERENCES attempts,
  hole text NOT NULL, prize_id integer REFERENCES prizes, amount_cents bigint NOT NULL, status text NOT NULL, created_at timestamptz NOT NULL);
CREATE INDEX claims_session ON claims (session_id);
