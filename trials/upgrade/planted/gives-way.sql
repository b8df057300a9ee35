-- The same in the runner's own manners.
ALTER TABLE sessions ADD COLUMN planted integer;
