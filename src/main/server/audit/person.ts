/** Audits' part in the deletion of an account: the sentences of past nights name whose claim or session they are about. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { displayName } from "#features/accounts/rules.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";

/** Runs before the rooms rename their rows, because the sentences have the same names as these rows. */
export const auditPerson: PersonPort = {
  deletionBlock: async () => undefined,
  forget: async (tx, { id, standIn }) => {
    const names = await namesOf(tx, id);
    const { rows } = await tx.sql.execute<{ day: string; faults: string[]; warnings: string[] }>(sql`
      SELECT day::text AS day, faults, warnings FROM audit_runs WHERE EXISTS (
        SELECT FROM unnest(${sql.param(names)}::text[]) AS name, jsonb_array_elements_text(faults || warnings) AS said
        WHERE strpos(said, ' of ' || name) > 0)
      ORDER BY day FOR NO KEY UPDATE`);
    const without = (sentences: readonly string[]) =>
      JSON.stringify(sentences.map((said) => names.reduce((text, name) => renamed(text, name, standIn), said)));
    for (const { day, faults, warnings } of rows)
      await tx.sql.execute(sql`
        UPDATE audit_runs SET faults = ${without(faults)}::jsonb, warnings = ${without(warnings)}::jsonb WHERE day = ${day}::date`);
  },
  recordsOf: async () => ({}),
};

/** A sentence names somebody as "claim … of NAME". A short name may also be the beginning of another's. */
function renamed(sentence: string, name: string, standIn: string): string {
  const literally = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return sentence.replaceAll(new RegExp(` of ${literally}(?![\\p{L}\\p{N}])`, "gu"), ` of ${standIn}`);
}

/** Every name under which the books know a person, the longest first, so that no part of a name is left. */
async function namesOf(tx: Db, id: string): Promise<string[]> {
  const { rows } = await tx.sql.execute<{ name: string }>(sql`
    SELECT name FROM users WHERE id = ${id}
    UNION SELECT player_name FROM sessions WHERE user_id = ${id}
    UNION SELECT player_name FROM claims WHERE user_id = ${id} AND NOT on_guest_row`);
  const names = new Set(rows.flatMap(({ name }) => [name, displayName(name)]));
  return [...names].toSorted((a, b) => b.length - a.length);
}
