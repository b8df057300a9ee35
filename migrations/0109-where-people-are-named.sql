-- Outside a transaction: an order that was paid ahead keeps the group that played, as it does now from its start. Who
-- was named at the payment and stayed away would be named in it after deleting the account.
DO $$ BEGIN LOOP
  UPDATE orders o SET group_data = s.group_data - 'friendSessionIds'
  FROM sessions s
  WHERE s.id = o.session_id AND o.id IN (
    SELECT p.id FROM orders p JOIN sessions t ON t.id = p.session_id
    WHERE p.deferred AND p.group_data -> 'friends' <> t.group_data -> 'friends' LIMIT 1000);
  EXIT WHEN NOT FOUND;
  COMMIT;
END LOOP; END $$;
-- A deletion looks through the kept answers of those who work at the desk, and of those who did.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_worked ON users (worked_until) WHERE worked_until IS NOT NULL;
