/** Reads the names behind the ids in lines of the audit trail: all of a page by one statement. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Named, Names } from "./trail-pieces.ts";
import type { TrailLine } from "./trail-told.ts";

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

type Found = { [Kind in keyof Named]: { kind: Kind; id: string; named: Named[Kind] } }[keyof Named];

/**
 * The names of everything that some lines point at. An id may belong to any table, so each table is asked for all ids
 * by its key. All courses are read, because there are few, and details name them by number alone.
 */
export async function readNames(db: Db, deeds: readonly TrailLine[]): Promise<Names> {
  const uuids = deeds.flatMap(({ actorId, subject, detail }) =>
    [actorId, subject, JSON.stringify(detail)].flatMap((text) => text?.match(UUID) ?? []),
  );
  const ids = sql`ANY(${sql.param([...new Set(uuids)])}::uuid[])`;
  const keys = deeds.map(({ subject }) => subject).filter((subject) => /^[a-z_]+:\d+$/.test(subject));
  const numbered = sql`ANY(${sql.param([...new Set(keys)])}::text[])`;
  const { rows } = await db.sql.execute<Found>(sql`
    SELECT 'person' AS kind, id::text, jsonb_build_object('name', name, 'role', role, 'deleted', deleted_at IS NOT NULL) AS named
    FROM users WHERE id = ${ids}
    UNION ALL
    SELECT 'order', o.id::text, jsonb_build_object('number', o.number, 'personId', u.id, 'name', u.name,
      'deleted', u.deleted_at IS NOT NULL, 'courseId', o.course_id)
    FROM orders o JOIN users u ON u.id = o.user_id
    WHERE o.id IN (SELECT id FROM orders WHERE id = ${ids} UNION SELECT order_id FROM refunds WHERE id = ${ids})
    UNION ALL
    SELECT 'claim', c.id::text, jsonb_build_object('personId', u.id, 'name', c.player_name, 'deleted', u.deleted_at IS NOT NULL,
      'courseId', c.course_id, 'isCash', c.prize_type = 'monetary', 'cents', c.prize_amount_cents, 'prize', c.prize_description)
    FROM claims c JOIN users u ON u.id = c.user_id WHERE c.id = ${ids}
    UNION ALL
    SELECT 'session', s.id::text, jsonb_build_object('personId', u.id, 'name', s.player_name, 'deleted', u.deleted_at IS NOT NULL,
      'courseId', s.course_id, 'orderId', (SELECT min(o.id::text) FROM orders o WHERE o.session_id = s.id))
    FROM sessions s JOIN users u ON u.id = s.buyer_id WHERE s.id = ${ids}
    UNION ALL
    SELECT 'refund', id::text, jsonb_build_object('cents', amount_cents, 'orderId', order_id) FROM refunds WHERE id = ${ids}
    UNION ALL
    SELECT 'course_request', id::text, jsonb_build_object('name', course_name) FROM course_requests WHERE id = ${ids}
    UNION ALL
    SELECT 'course', id::text, jsonb_build_object('name', name) FROM courses
    UNION ALL
    SELECT 'package', id::text, jsonb_build_object('name', name) FROM packages WHERE 'package:' || id = ${numbered}
    UNION ALL
    SELECT 'sponsor', id::text, jsonb_build_object('name', name) FROM sponsors WHERE 'sponsor:' || id = ${numbered}
    UNION ALL
    SELECT 'sponsored_prize', id::text, jsonb_build_object('name', prize_name) FROM sponsored_prizes
    WHERE 'sponsored_prize:' || id = ${numbered}`);
  const of = <Kind extends keyof Named>(kind: Kind) =>
    // The kind of a row tells which table it is from.
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.id, row.named as Named[Kind]] as const] : [])));
  return {
    person: of("person"),
    order: of("order"),
    claim: of("claim"),
    session: of("session"),
    refund: of("refund"),
    course: of("course"),
    package: of("package"),
    sponsor: of("sponsor"),
    sponsored_prize: of("sponsored_prize"),
    course_request: of("course_request"),
  };
}
