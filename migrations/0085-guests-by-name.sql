-- Guests are found by the words of their names, as accounts are (users_words). A shot does not touch the name.
CREATE INDEX sessions_guests ON sessions USING gin (to_tsvector('simple', player_name)) WHERE user_id IS NULL;
