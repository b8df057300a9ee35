-- The release before knows the old name.
ALTER TABLE attempts RENAME COLUMN target_hole TO aimed_at;
