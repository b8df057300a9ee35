-- Each attempt that nobody knows the outcome of is asked about at its own pace, so that stuck ones hold up no other.
ALTER TABLE payment_attempts
  -- How often the gateway was asked in vain.
  ADD COLUMN asked integer NOT NULL DEFAULT 0,
  -- It is not asked again before then. Null: at once.
  ADD COLUMN next_try_at timestamptz;
