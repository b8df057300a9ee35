-- Outside a transaction: an order that was paid ahead keeps the group that played, as it does now from its start. Who
-- was named at the payment and stayed away would be named in it after deleting the account.
UPDATE orders o SET group_data = s.group_data - 'friendSessionIds'
FROM sessions s
WHERE o.deferred AND s.id = o.session_id AND o.group_data -> 'friends' <> s.group_data -> 'friends';
-- A deletion looks through the kept answers of those who work at the desk, and of those who did.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_worked ON users (worked_until) WHERE worked_until IS NOT NULL;
