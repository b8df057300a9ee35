-- What is paid ahead is owed until its session starts: a capture without a session goes to deferred:{course}, and the
-- start books the shares. Refunds take back the range's share, too.

-- The version of the rule that made a transfer: 1 for all that exist. Whoever books one says which rule it follows.
ALTER TABLE ledger_transfers ADD COLUMN rule integer NOT NULL DEFAULT 1 CHECK (rule > 0);
ALTER TABLE ledger_transfers ALTER COLUMN rule DROP DEFAULT;

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('cash', 'deferred', 'pot', 'reserved', 'prize_payable', 'revenue', 'range_share', 'refunds_payable', 'house_funding', 'dispute_loss')),
  DROP CONSTRAINT never_overdrawn,
  ADD CONSTRAINT never_overdrawn CHECK (kind NOT IN ('deferred', 'pot', 'reserved', 'prize_payable', 'refunds_payable') OR balance_cents <= 0);

DROP INDEX one_capture_a_payment;
CREATE UNIQUE INDEX one_capture_a_payment ON ledger_transfers (payment_id) WHERE kind IN ('capture', 'capture_ahead', 'capture_unfulfillable');
-- What was deferred is earned, or taken back by the bank, once.
CREATE UNIQUE INDEX one_end_of_deferral ON ledger_transfers (payment_id) WHERE kind IN ('start', 'reverse');

-- Whether the order's capture was deferred. Orders that were paid before keep the old rule: their shares are booked
-- already, and their start books nothing.
ALTER TABLE orders ADD COLUMN deferred boolean NOT NULL DEFAULT false;

ALTER TABLE refunds
  -- What the range gave of a refund.
  ADD COLUMN range_part_cents integer NOT NULL DEFAULT 0 CHECK (range_part_cents >= 0),
  -- What a refund takes its money from: the shares of a sale, what is paid ahead (its parts then count as returned), a
  -- capture that could not be fulfilled, or a loss that a dispute won later has made good.
  ADD COLUMN taken_from text NOT NULL DEFAULT 'sale' CHECK (taken_from IN ('sale', 'deferred', 'capture', 'dispute_loss'));
UPDATE refunds r SET taken_from = 'capture'
  FROM ledger_transfers t WHERE t.payment_id = r.payment_id AND t.kind = 'capture_unfulfillable';

-- The dashboard's sales follow the new kinds.
DROP TRIGGER ledger_transfers_mark ON ledger_transfers;
CREATE TRIGGER ledger_transfers_mark AFTER INSERT ON ledger_transfers FOR EACH ROW
  WHEN (NEW.kind IN ('capture', 'capture_ahead', 'capture_unfulfillable', 'refund', 'refund_ahead', 'refund_reversed', 'refund_dropped', 'refund_revived'))
  EXECUTE FUNCTION mark_transfer();
