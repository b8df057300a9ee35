-- All calls on sessions wait behind it, for as long as somebody reads the table.
SET LOCAL lock_timeout = 0;
ALTER TABLE sessions ADD COLUMN planted integer;
