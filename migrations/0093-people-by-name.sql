-- The administrators' list of people, by their names, page by page. Whole: for a part of the rows, a small table's plan
-- would take it where a person is looked up by id.
CREATE INDEX users_by_name ON users (lower(name), id);
