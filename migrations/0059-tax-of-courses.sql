-- The tax that a course's prices include. An order freezes it and shares out what is left; its start books it to
-- tax_payable:{course}, and refunds take it back. Orders that were made before have none: theirs is in revenue.

-- In thousandths of a percent, so 7250 is 7.25 %. Null until somebody has said it: the next start writes TAX_RATE there.
ALTER TABLE courses
  ADD COLUMN tax_rate_milli integer CHECK (tax_rate_milli BETWEEN 0 AND 99999),
  ADD COLUMN tax_label text NOT NULL DEFAULT 'Sales tax' CHECK (length(tax_label) BETWEEN 1 AND 60);

ALTER TABLE course_terms
  ADD COLUMN tax_rate_milli integer NOT NULL DEFAULT 0,
  ADD COLUMN tax_label text NOT NULL DEFAULT 'Sales tax';
ALTER TABLE course_terms ALTER COLUMN tax_rate_milli DROP DEFAULT, ALTER COLUMN tax_label DROP DEFAULT;

ALTER TABLE orders
  ADD COLUMN tax_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN tax_rate_milli integer NOT NULL DEFAULT 0,
  ADD COLUMN tax_label text,
  ADD CONSTRAINT tax_within_the_price CHECK (tax_cents BETWEEN 0 AND amount_cents),
  ADD CONSTRAINT tax_has_a_rate_and_a_name CHECK (CASE WHEN tax_rate_milli = 0 THEN tax_cents = 0 AND tax_label IS NULL ELSE tax_rate_milli > 0 AND tax_label IS NOT NULL END);

-- What of a refund was tax.
ALTER TABLE refunds ADD COLUMN tax_part_cents integer NOT NULL DEFAULT 0 CHECK (tax_part_cents >= 0);
