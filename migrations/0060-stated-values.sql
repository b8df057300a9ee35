-- What a prize other than cash is worth, as stated for taxes. Each claim freezes its own; it counts towards the year's
-- threshold and the player's totals like cash.

-- Existing prizes take the value on their sponsor's card, or 0: nobody has stated either for this, until somebody does.
ALTER TABLE sponsored_prizes
  ADD COLUMN value_cents integer NOT NULL DEFAULT 0 CHECK (value_cents BETWEEN 0 AND 100000000),
  ADD COLUMN value_is_stated boolean NOT NULL DEFAULT false;
UPDATE sponsored_prizes z SET value_cents = s.prize_value_cents FROM sponsors s WHERE s.id = z.sponsor_id;
ALTER TABLE sponsored_prizes
  ALTER COLUMN value_cents DROP DEFAULT,
  ALTER COLUMN value_is_stated SET DEFAULT true;

-- Claims have the value of their prize as far as it is known now: of a sponsored prize, or of their hole's default one.
ALTER TABLE claims ADD COLUMN stated_value_cents integer NOT NULL DEFAULT 0;
UPDATE claims SET stated_value_cents = CASE target_hole WHEN 'left' THEN 54999 ELSE 5500 END WHERE prize_type = 'other' AND prize_id IS NULL;
UPDATE claims c SET stated_value_cents = z.value_cents FROM sponsored_prizes z WHERE z.id = c.prize_id;
ALTER TABLE claims
  ADD CONSTRAINT value_of_other_prizes CHECK (stated_value_cents >= 0 AND (prize_type = 'other' OR stated_value_cents = 0));

-- Payouts up to this moment were made without looking at these values, and are right without them.
CREATE TABLE stated_values_begin (at timestamptz NOT NULL);
INSERT INTO stated_values_begin SELECT coalesce(max(paid_at), '-infinity') FROM claims;
CREATE TRIGGER stated_values_begin_append_only BEFORE UPDATE OR DELETE ON stated_values_begin FOR EACH ROW EXECUTE FUNCTION refuse_change();
