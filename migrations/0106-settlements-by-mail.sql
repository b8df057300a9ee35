-- Settlements of closed months by mail: see `reports/server/settlement-mail.ts`.
-- Files of a letter as `{name, type, base64}`, until it is sent; and what the letter is about, for whoever posted it.
ALTER TABLE mails
  ADD COLUMN files jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN about uuid;

-- Who gets a course's settlements. Without a row nobody does.
CREATE TABLE settlement_recipients (
  course_id integer PRIMARY KEY REFERENCES courses,
  emails text[] NOT NULL CHECK (cardinality(emails) BETWEEN 1 AND 10),
  language text NOT NULL CHECK (language IN ('en', 'es')),
  -- Of the month that follows, in the course's time zone. Every month has these.
  day smallint NOT NULL CHECK (day BETWEEN 1 AND 28),
  -- The first month that is mailed by itself.
  from_month text NOT NULL CHECK (from_month ~ '^\d{4}-\d{2}$'),
  changed_by uuid NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL
);

-- Each time that a month's settlement was mailed.
CREATE TABLE settlement_sendings (
  -- It grows: the latest sending of a month has the highest.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id integer NOT NULL REFERENCES courses,
  month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  -- Whether it had been mailed before. Only an administrator does that.
  again boolean NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'es')),
  -- Null when it went by itself.
  sent_by uuid REFERENCES users,
  posted_at timestamptz NOT NULL,
  CHECK (NOT again OR sent_by IS NOT NULL)
);
-- Of two processes one finds the month unsent.
CREATE UNIQUE INDEX settlement_sendings_first ON settlement_sendings (course_id, month) WHERE NOT again;
CREATE INDEX settlement_sendings_month ON settlement_sendings (course_id, month);
CREATE TRIGGER settlement_sendings_append_only BEFORE UPDATE OR DELETE ON settlement_sendings FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE settlement_letters (
  id uuid PRIMARY KEY,
  sending_id bigint NOT NULL REFERENCES settlement_sendings,
  -- Null once its time is over, or its account is deleted.
  email text,
  posted_at timestamptz NOT NULL,
  sent_at timestamptz,
  -- Not sent any more: a later sending takes its place, or the address is no longer wanted.
  dropped_at timestamptz,
  CHECK (sent_at IS NULL OR dropped_at IS NULL)
);
CREATE INDEX settlement_letters_sending ON settlement_letters (sending_id);
CREATE INDEX settlement_letters_unsent ON settlement_letters (sending_id) WHERE sent_at IS NULL AND dropped_at IS NULL;
