-- The administrators' list of people, by their names, page by page.
CREATE INDEX users_by_name ON users (lower(name), id) WHERE deleted_at IS NULL;
