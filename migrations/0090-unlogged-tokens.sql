-- The sandbox's tokens live for one payment, and a crash may empty them. Not logged, they need no wait for the disk, which
-- two of a payment's commits did for them.
ALTER TABLE sandbox.tokens SET UNLOGGED;
