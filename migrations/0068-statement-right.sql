-- Staff of a range who may read what the range is owed there. An administrator grants it.
ALTER TABLE staff_courses ADD COLUMN statements boolean NOT NULL DEFAULT false;
