-- A course's terms and a package's price as they were at any time: a row from each moment on. Managing writes one in
-- the transaction that changes them; the audit checks every order's frozen amount and shares against them.
CREATE TABLE course_terms (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  course_id integer NOT NULL REFERENCES courses,
  since timestamptz NOT NULL,
  base_jackpot_cents integer NOT NULL,
  jackpot_share_bp integer NOT NULL,
  range_share_bp integer NOT NULL,
  price_factor_bp integer NOT NULL,
  -- With these terms the course opened: its pot began with this base at this moment.
  opening boolean NOT NULL
);
CREATE INDEX course_terms_course ON course_terms (course_id, id);
CREATE TABLE package_terms (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  package_id integer NOT NULL REFERENCES packages,
  since timestamptz NOT NULL,
  price_cents integer NOT NULL
);
CREATE INDEX package_terms_package ON package_terms (package_id, id);

-- The past, by the audit trail. A value held from one change until the next change of the same field, whose 'before'
-- it is; what was never changed since is as it is now. The trail has dollars, per cent and factors.
CREATE TEMP TABLE managed ON COMMIT DROP AS
  SELECT id, split_part(subject, ':', 1) AS kind, split_part(subject, ':', 2)::integer AS of, detail -> 'before' AS before, created_at AS at
  FROM audit_trail WHERE action IN ('course.changed', 'package.changed');
CREATE FUNCTION pg_temp.held(the_kind text, the_id integer, after_entry bigint, field text, per_unit integer, present integer) RETURNS integer
  LANGUAGE sql AS $$
    SELECT coalesce((SELECT round((before ->> field)::numeric * per_unit)::integer FROM managed
      WHERE kind = the_kind AND of = the_id AND id > after_entry AND before ? field ORDER BY id LIMIT 1), present) $$;

INSERT INTO course_terms (course_id, since, base_jackpot_cents, jackpot_share_bp, range_share_bp, price_factor_bp, opening)
  SELECT c.id, point.since, pg_temp.held('course', c.id, point.entry, 'baseJackpot', 100, c.base_jackpot_cents),
    pg_temp.held('course', c.id, point.entry, 'jackpotShare', 100, c.jackpot_share_bp),
    pg_temp.held('course', c.id, point.entry, 'rangeShare', 100, c.range_share_bp),
    pg_temp.held('course', c.id, point.entry, 'priceFactor', 10000, c.price_factor_bp), point.entry = 0
  FROM courses c CROSS JOIN LATERAL (
    SELECT 0 AS entry, coalesce(
      (SELECT min(created_at) FROM ledger_transfers t WHERE t.course_id = c.id AND t.kind = 'open_pot'),
      (SELECT min(created_at) FROM audit_trail a WHERE a.action = 'course.added' AND a.subject = 'course:' || c.id), '-infinity') AS since
    UNION ALL SELECT m.id, m.at FROM managed m WHERE m.kind = 'course' AND m.of = c.id
      AND m.before ?| ARRAY['baseJackpot', 'jackpotShare', 'rangeShare', 'priceFactor']
  ) point ORDER BY point.since, point.entry;

INSERT INTO package_terms (package_id, since, price_cents)
  SELECT p.id, point.since, pg_temp.held('package', p.id, point.entry, 'price', 100, p.price_cents)
  FROM packages p CROSS JOIN LATERAL (
    SELECT 0 AS entry, coalesce((SELECT min(created_at) FROM audit_trail a WHERE a.action = 'package.added' AND a.subject = 'package:' || p.id), '-infinity') AS since
    UNION ALL SELECT m.id, m.at FROM managed m WHERE m.kind = 'package' AND m.of = p.id AND m.before ? 'price'
  ) point ORDER BY point.since, point.entry;

-- Orders know better than a trail that began after them: where one was made on other terms, the course's known terms
-- begin after the last such order.
CREATE TEMP TABLE known_from ON COMMIT DROP AS
  SELECT o.course_id, max(o.created_at) + interval '1 millisecond' AS at FROM orders o
  WHERE NOT EXISTS (SELECT 1 FROM course_terms t JOIN package_terms p ON p.package_id = o.package_id
    WHERE t.course_id = o.course_id
      AND o.amount_cents = (p.price_cents::bigint * t.price_factor_bp + 5000) / 10000
      AND o.jackpot_share_cents = o.amount_cents::bigint * t.jackpot_share_bp / 10000
      AND o.range_share_cents = o.amount_cents::bigint * t.range_share_bp / 10000)
  GROUP BY o.course_id;
DELETE FROM course_terms t USING known_from k WHERE k.course_id = t.course_id AND t.since < k.at
  AND EXISTS (SELECT 1 FROM course_terms later WHERE later.course_id = t.course_id AND later.id > t.id AND later.since <= k.at);
UPDATE course_terms t SET since = k.at, opening = false FROM known_from k WHERE k.course_id = t.course_id AND t.since < k.at;

CREATE TRIGGER course_terms_append_only BEFORE UPDATE OR DELETE ON course_terms FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER package_terms_append_only BEFORE UPDATE OR DELETE ON package_terms FOR EACH ROW EXECUTE FUNCTION refuse_change();
