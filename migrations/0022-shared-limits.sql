-- Streams that are open, by account, and the processes that hold them: who has not been heard of for a minute holds none.
CREATE UNLOGGED TABLE stream_holders (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CREATE UNLOGGED TABLE open_streams (
  id uuid PRIMARY KEY,
  holder_id uuid NOT NULL,
  user_id uuid NOT NULL
);
CREATE INDEX open_streams_user ON open_streams (user_id);

-- The browser that a purchase came from: declined payments count for it as well as for the account.
ALTER TABLE orders ADD COLUMN browser_id uuid;
