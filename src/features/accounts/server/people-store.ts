/** All SQL of people at the desk: finding them by what somebody types, and the notes about them. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, gte, isNull, lt, type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { PeopleSort, PeopleSource } from "../people-contract.ts";
import { parsePlayerId, searchedWords } from "../rules.ts";
import type { UserRow } from "./store.ts";
import { personNotes, users } from "./tables.ts";

/**
 * The ids of the accounts that a text may mean: an account's id, a player ID, or the beginning of an email address or of
 * each word of a name or address. A union of look-ups that each have an index.
 */
export function peopleCalled(text: string): SQL {
  const found: SQL[] = [
    sql`SELECT id FROM users WHERE lower(email) LIKE ${`${escapeLike(text.trim().toLowerCase())}%`}`,
  ];
  if (isUuid(text)) found.push(sql`SELECT id FROM users WHERE id = ${text}::uuid`);
  const playerId = parsePlayerId(text);
  if (playerId !== undefined) found.push(sql`SELECT id FROM users WHERE player_id = ${playerId}`);
  const words = wordsBegun(text);
  // Exactly the expression of the index users_words.
  if (words) found.push(sql`SELECT id FROM users WHERE to_tsvector('simple', name || ' ' || email) @@ ${words}`);
  return sql.join(found, sql` UNION `);
}

/** A text search for the beginnings of all words of a text; undefined when it has none. */
export function wordsBegun(text: string): SQL | undefined {
  const words = searchedWords(text);
  return words.length === 0 ? undefined : sql`to_tsquery('simple', ${words.map(prefix).join(" & ")})`;
}

/** Accounts that a text may mean, by their names. A deleted account is found by nobody. */
export async function findPeople(db: Db, text: string, limit: number): Promise<UserRow[]> {
  return db.sql
    .select()
    .from(users)
    .where(and(sql`${users.id} IN (${peopleCalled(text)})`, isNull(users.deletedAt)))
    .orderBy(sql`lower(${users.name})`, users.id)
    .limit(limit);
}

const byName = sql`(lower(${users.name}), ${users.id})`;
const byTime = sql`(${users.createdAt}, ${users.id})`;
const nameOf = (id: string) => sql`(SELECT lower(p.name), p.id FROM users p WHERE p.id = ${id}::uuid)`;
const timeOf = (id: string) => sql`(SELECT p.created_at, p.id FROM users p WHERE p.id = ${id}::uuid)`;
const lowerName = sql`lower(${users.name})`;

/** Each order of the list: its columns, and the condition for the rows after one of its rows. */
const sorts: Record<PeopleSort, { columns: SQL[]; beyond: (id: string) => SQL }> = {
  name: { columns: [asc(lowerName), asc(users.id)], beyond: (id) => sql`${byName} > ${nameOf(id)}` },
  name_down: { columns: [desc(lowerName), desc(users.id)], beyond: (id) => sql`${byName} < ${nameOf(id)}` },
  newest: { columns: [desc(users.createdAt), desc(users.id)], beyond: (id) => sql`${byTime} < ${timeOf(id)}` },
  oldest: { columns: [asc(users.createdAt), asc(users.id)], beyond: (id) => sql`${byTime} > ${timeOf(id)}` },
};

export interface PeoplePage {
  text: string | undefined;
  role: UserRow["role"] | undefined;
  source: PeopleSource | undefined;
  /** The first instant of the registration, and the first one after it. */
  from: Date | undefined;
  until: Date | undefined;
  sort: PeopleSort;
  /** The id of the account after which the page begins. */
  beyond: string | undefined;
  limit: number;
}

/** One page of the accounts that are not deleted. */
export async function listPeople(db: Db, page: PeoplePage): Promise<UserRow[]> {
  const { text, role, source, from, until, sort, beyond, limit } = page;
  const { columns, beyond: behind } = sorts[sort];
  return db.sql
    .select()
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        text ? sql`${users.id} IN (${peopleCalled(text)})` : undefined,
        role && eq(users.role, role),
        source && eq(sql`coalesce(${users.acquisitionSource}, 'unknown')`, source),
        from && gte(users.createdAt, from),
        until && lt(users.createdAt, until),
        beyond === undefined ? undefined : behind(beyond),
      ),
    )
    .orderBy(...columns)
    .limit(limit);
}

/** The notes about a person, the newest first, with who wrote them. */
export async function listNotes(db: Db, personId: string) {
  return db.sql
    .select({ id: personNotes.id, text: personNotes.text, author: users.name, writtenAt: personNotes.writtenAt })
    .from(personNotes)
    .innerJoin(users, eq(users.id, personNotes.authorId))
    .where(eq(personNotes.personId, personId))
    .orderBy(desc(personNotes.writtenAt), desc(personNotes.id));
}

export async function insertNote(tx: Db, row: typeof personNotes.$inferInsert): Promise<void> {
  await tx.sql.insert(personNotes).values(row);
}

type Note = typeof personNotes.$inferInsert;

/** Whether the author has written the same about the person since a moment. */
export async function hasNote(
  tx: Db,
  { personId, authorId, text }: Pick<Note, "personId" | "authorId" | "text">,
  since: Date,
): Promise<boolean> {
  const same = and(eq(personNotes.personId, personId), eq(personNotes.authorId, authorId), eq(personNotes.text, text));
  const found = await tx.sql
    .select({ id: personNotes.id })
    .from(personNotes)
    .where(and(same, gte(personNotes.writtenAt, since)))
    .limit(1);
  return found.length > 0;
}

/** @returns false when there is no such note about this person */
export async function deleteNote(tx: Db, personId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const gone = await tx.sql
    .delete(personNotes)
    .where(and(eq(personNotes.id, id), eq(personNotes.personId, personId)))
    .returning({ id: personNotes.id });
  return gone.length > 0;
}

/** A word as a quoted prefix for the text search, so that none of its characters is an operator. */
function prefix(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
