-- The version of the terms of the game and its prizes that was in force when an account, an order or a free shot was
-- made: the day from which it holds. Null: made before versions were kept.
ALTER TABLE users ADD COLUMN terms_version date;
ALTER TABLE orders ADD COLUMN terms_version date;
ALTER TABLE free_shots ADD COLUMN terms_version date;
