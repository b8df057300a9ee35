-- What operators write for golfers, in Spanish as well; null where there is none and the English is shown. Orders and
-- claims keep both languages of what was bought and claimed.
ALTER TABLE packages
  ADD COLUMN name_es text CHECK (name_es <> ''),
  ADD COLUMN description_es text CHECK (description_es <> '');
ALTER TABLE sponsors
  ADD COLUMN prize_name_es text CHECK (prize_name_es <> ''),
  ADD COLUMN prize_description_es text CHECK (prize_description_es <> '');
ALTER TABLE sponsored_prizes ADD COLUMN prize_name_es text CHECK (prize_name_es <> '');
ALTER TABLE orders ADD COLUMN package_name_es text;
ALTER TABLE claims ADD COLUMN prize_description_es text;
