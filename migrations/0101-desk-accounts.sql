-- Outside a transaction: those who work at the desk are few, and were looked for among all accounts; and the first payment
-- of a payment service, from which its lists are read, was looked for among all payments.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_desk ON users (role) WHERE role <> 'player';
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_first ON payment_attempts (provider, created_at);
