-- The language of letters and notifications; letters in HTML beside their text; notifications by web push.
ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es'));

ALTER TABLE mails ADD COLUMN html text NOT NULL DEFAULT '';

-- Who we are to the push services (VAPID, RFC 8292): made once, for every subscription is bound to it.
CREATE TABLE push_keys (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL
);

-- A browser has one endpoint: whoever subscribes on it last has it.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  browser_id uuid NOT NULL,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id, created_at);

-- Written in the transaction that causes it, sent after the commit, gone when it is sent or a day old.
CREATE TABLE push_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription_id uuid NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
  payload text NOT NULL,
  created_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL
);
CREATE INDEX push_messages_due ON push_messages (next_try_at);
CREATE INDEX push_messages_subscription ON push_messages (subscription_id);
