-- Cards that golfers let the gateway keep for next time. The gateway has the numbers; here are its tokens, and what a
-- golfer knows the card by.
CREATE TABLE card_vaults (
  -- Names the vault at the gateway, so that nothing of the person goes there.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe')),
  -- The gateway's own name of the vault.
  reference text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, provider)
);
CREATE TABLE saved_cards (
  id uuid PRIMARY KEY,
  vault_id uuid NOT NULL REFERENCES card_vaults,
  token text NOT NULL UNIQUE,
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month smallint NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year smallint NOT NULL CHECK (exp_year BETWEEN 2000 AND 2999),
  created_at timestamptz NOT NULL,
  -- When it was last chosen to pay with.
  used_at timestamptz NOT NULL,
  -- One card of a golfer is one row, however often it is saved.
  UNIQUE (vault_id, brand, last4, exp_month, exp_year)
);
-- What the gateway must still forget: a card, or a whole vault of an account that was deleted.
CREATE TABLE card_removals (
  id uuid PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe')),
  kind text NOT NULL CHECK (kind IN ('card', 'vault')),
  reference text NOT NULL,
  asked integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL
);
CREATE INDEX card_removals_due ON card_removals (next_try_at);

-- The sandbox's own vault: how a kept card looks, and how it behaves when it is charged.
ALTER TABLE sandbox.tokens ADD COLUMN card jsonb;
ALTER TABLE sandbox.payments
  ADD COLUMN vault text,
  ADD COLUMN card jsonb,
  ADD CONSTRAINT vault_has_a_card CHECK (vault IS NULL OR card IS NOT NULL);
CREATE TABLE sandbox.kept_cards (
  token text PRIMARY KEY,
  vault text NOT NULL,
  -- The payment with which it was kept.
  attempt_id text NOT NULL UNIQUE REFERENCES sandbox.payments,
  card jsonb NOT NULL
);
CREATE INDEX sandbox_kept_cards_vault ON sandbox.kept_cards (vault);
