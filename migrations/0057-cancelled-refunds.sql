-- A refund that somebody made at the gateway's own dashboard and cancelled there before it went out: nobody owes it. The
-- books take it back by `refund_cancelled`, and it counts as if it had never been.
ALTER TABLE refunds
  DROP CONSTRAINT refunds_status_check,
  ADD CONSTRAINT refunds_status_check CHECK (status IN ('due', 'settled', 'failed', 'dropped', 'cancelled')),
  ADD COLUMN cancelled_at timestamptz,
  ADD CONSTRAINT cancelled_at_a_moment CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
  ADD CONSTRAINT only_the_gateways_are_cancelled CHECK (status <> 'cancelled' OR origin = 'gateway');
CREATE UNIQUE INDEX one_cancellation_a_refund ON ledger_transfers (refund_id) WHERE kind = 'refund_cancelled';

-- At the sandbox's desk, too.
ALTER TABLE sandbox.refunds
  ADD COLUMN cancelled boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT cancelled_is_not_made CHECK (NOT cancelled OR failure IS NOT NULL);

-- The dashboard's sales follow the new kind.
DROP TRIGGER ledger_transfers_mark ON ledger_transfers;
CREATE TRIGGER ledger_transfers_mark AFTER INSERT ON ledger_transfers FOR EACH ROW
  WHEN (NEW.kind IN ('capture', 'capture_ahead', 'capture_unfulfillable', 'refund', 'refund_ahead', 'refund_reversed', 'refund_dropped', 'refund_revived', 'refund_cancelled'))
  EXECUTE FUNCTION mark_transfer();
