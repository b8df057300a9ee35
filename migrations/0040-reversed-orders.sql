-- An unstarted order whose dispute is lost is over: its golfer may buy again, and nothing of it is refunded.
ALTER TABLE orders
  DROP CONSTRAINT orders_status_check,
  ADD CONSTRAINT orders_status_check CHECK (status IN ('created', 'charging', 'paid', 'fulfilled', 'declined', 'expired', 'refund_due', 'refunded', 'reversed'));
