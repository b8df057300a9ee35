-- A course may be known by its address alone: a map that finds addresses places it.
ALTER TABLE courses
  ALTER COLUMN latitude DROP NOT NULL,
  ALTER COLUMN longitude DROP NOT NULL,
  ADD CONSTRAINT courses_place_is_whole CHECK ((latitude IS NULL) = (longitude IS NULL));
