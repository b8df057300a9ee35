-- Orders that were paid ahead and whose dispute was lost before that ended them: over, unless the bank left some of the
-- money, which then goes back like that of any order that is not started.
UPDATE orders o SET status = 'reversed' WHERE o.status = 'paid' AND NOT o.deferred
  AND EXISTS (SELECT 1 FROM payment_attempts p JOIN disputes d ON d.payment_id = p.id WHERE p.order_id = o.id AND d.status = 'lost')
  AND o.amount_cents <= (SELECT coalesce(sum(d.amount_cents), 0) FROM payment_attempts p JOIN disputes d ON d.payment_id = p.id WHERE p.order_id = o.id AND d.status <> 'won')
    + (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.order_id = o.id AND r.status <> 'dropped');
