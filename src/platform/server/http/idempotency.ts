/**
 * The `Idempotency-Key`: the first answer is stored and given again (rules, section 4).
 *
 * A refusal changes nothing, so it frees its key. An answer keeps the key; so do a declined payment and a refusal that
 * is `kept`. After a fault of ours the same request may run again at once, another one may not. A key whose process
 * died is taken over after `STALE_SECONDS`. The handler then finds what the first run left: recorded with the key
 * (`KeyInUse`), or an order that carries it.
 */
import { createHash, createHmac } from "node:crypto";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { Refusal, refuseRequest } from "#platform/shared/refusal.ts";
import type { Db } from "../db/database.ts";
import { isDatabaseAway, isPassing } from "../db/errors.ts";
import type { Secrets } from "../secrets.ts";

/** Longer than any handler may take, including the gateway's time-out. */
const STALE_SECONDS = 60;
const LONGEST_KEY = 200;
/** Any constant: calls of one account by keys of two secrets wait for each other. */
const KEY_LOCK = 7_306_512;
/** The fingerprint leaves out card fields, which are never stored, not even hashed. */
const CARD_FIELDS = new Set(["cardNumber", "expiryDate", "cvv", "billingZip", "token", "savedCard", "saveCard"]);

export interface Answer {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string | string[]>>;
  /** For a route that answers with a file. */
  filename?: string;
}

/** The key of the call that runs. */
export interface KeyInUse {
  /** In its stored form. */
  readonly name: string;
  /** What an earlier run of the same call has committed: answer from it, and do nothing again. */
  readonly made: string | undefined;
  /** Records what this call has made (an id), in the transaction that makes it. */
  keep(tx: Db, made: string): Promise<void>;
}

/** A key in its stored forms: by the secret that signs, then by those that are accepted. */
export type KeptKeys = readonly [string, ...string[]];

/**
 * A key in its stored form. So a text from a caller, even a card number, is in no table and in no log. A key that is
 * too long is unchanged, because `once` refuses it.
 */
export function keptKey(header: string, secret: string): string {
  if (header.length > LONGEST_KEY) return header;
  return createHmac("sha256", secret).update(`idempotency key\n${header}`).digest("hex");
}

/** A key in all its stored forms. */
export function keptKeys(header: string, [signs, ...accepted]: Secrets): KeptKeys {
  return [keptKey(header, signs), ...accepted.map((secret) => keptKey(header, secret))];
}

/** Runs `handle` once for a key. Later calls with the same key and body get the first answer. */
export async function once(
  deps: { db: Db; clock: Clock },
  { keys, ...called }: { userId: string; keys: KeptKeys; route: string; body: unknown },
  handle: (key: KeyInUse) => Promise<Answer>,
): Promise<Answer> {
  if (keys[0].length > LONGEST_KEY)
    throw refuseRequest("request.invalid", { message: `An Idempotency-Key has at most ${LONGEST_KEY} characters` });
  const fingerprint = createHash("sha256")
    .update(`${called.route}\n${stable(called.body)}`)
    .digest("hex");
  const begun = await beginByAny(deps, called.userId, keys, fingerprint);
  if ("answer" in begun) return begun.answer;
  const call = { userId: called.userId, key: begun.key };
  const keep = async (tx: Db, made: string) => {
    await tx.sql.execute(
      sql`UPDATE idempotency_keys SET made = ${made} WHERE user_id = ${call.userId} AND key = ${call.key}`,
    );
  };
  const give = async ({ status, body }: Pick<Answer, "status" | "body">) => {
    await deps.db.sql
      .execute(
        sql`UPDATE idempotency_keys SET status = ${status}, body = ${JSON.stringify(body ?? null)}::jsonb WHERE user_id = ${call.userId} AND key = ${call.key}`,
      )
      .catch((error: unknown) => {
        // Committed work must be answered: the key goes stale, and the next run finds what this one has made.
        if (!isPassing(error)) throw error;
      });
  };
  try {
    const answer = await handle({ name: begun.key, made: begun.made, keep });
    await give(answer);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.kept) {
      await give({ status: error.status, body: error.body() });
      throw error;
    }
    const mine = sql`user_id = ${call.userId} AND key = ${call.key} AND status IS NULL`;
    const freed = deps.db.sql
      .execute(
        error instanceof Refusal
          ? sql`DELETE FROM idempotency_keys WHERE ${mine}`
          : sql`UPDATE idempotency_keys SET started_at = 'epoch' WHERE ${mine}`,
      )
      .catch(() => undefined); // While the database is away, the key goes stale by itself, and a caller who has waited for it does not wait again.
    // A caller who has waited for a database that does not answer does not wait for it once more.
    if (!isDatabaseAway(error)) await freed;
    throw error;
  }
}

/** Frees the keys of runs that have no process any more: for the start of a database's only owner. */
export async function freeDeadKeys(db: Db): Promise<void> {
  await db.sql.execute(sql`DELETE FROM idempotency_keys WHERE status IS NULL AND made IS NULL`);
  await db.sql.execute(sql`UPDATE idempotency_keys SET started_at = 'epoch' WHERE status IS NULL`);
}

/**
 * Changes the kept answers of some accounts that have one of some texts in them. Each stays an answer to the same call.
 */
export async function changeAnswers(
  tx: Db,
  userIds: readonly string[],
  texts: readonly string[],
  change: (body: unknown) => unknown,
): Promise<void> {
  const { rows } = await tx.sql.execute<{ user_id: string; key: string; body: unknown }>(sql`
    SELECT user_id, key, body FROM idempotency_keys
    WHERE user_id = ANY(${sql.param(userIds)}::uuid[]) AND body IS NOT NULL
      AND EXISTS (SELECT FROM unnest(${sql.param(texts)}::text[]) AS named WHERE strpos(body::text, named) > 0)
    ORDER BY user_id, key FOR NO KEY UPDATE`);
  for (const { user_id: userId, key, body } of rows) {
    const [before, after] = [JSON.stringify(body), JSON.stringify(change(body))];
    if (before !== after)
      await tx.sql.execute(
        sql`UPDATE idempotency_keys SET body = ${after}::jsonb WHERE user_id = ${userId} AND key = ${key}`,
      );
  }
}

/**
 * Forgets the kept answers of some accounts that have a text in them. The same call then finds what it made, as after a
 * crash, and answers anew.
 */
export async function forgetAnswers(tx: Db, userIds: readonly string[], text: string): Promise<void> {
  await tx.sql.execute(sql`
    UPDATE idempotency_keys SET status = NULL, body = NULL, started_at = 'epoch'
    WHERE user_id = ANY(${sql.param(userIds)}::uuid[]) AND made IS NOT NULL
      AND strpos(body::text, trim(BOTH '"' FROM to_jsonb(${text}::text)::text)) > 0`);
}

type Begun = { answer: Answer } | { key: string; made: string | undefined };

/**
 * Begins by the form under which the key may be stored already. While secrets change, processes that sign by different
 * ones serve side by side: each looks for the other's form, and one after the other.
 */
function beginByAny(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  [signed, ...accepted]: KeptKeys,
  fingerprint: string,
): Promise<Begun> {
  if (accepted.length === 0) return begin({ db, clock }, { userId, key: signed }, fingerprint);
  return db.transaction(async (tx) => {
    await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(${KEY_LOCK}, hashtext(${userId}))`);
    const { rows } = await tx.sql.execute<{ key: string }>(
      sql`SELECT key FROM idempotency_keys WHERE user_id = ${userId} AND key = ANY(${sql.param(accepted)}::text[])`,
    );
    return begin({ db: tx, clock }, { userId, key: rows[0]?.key ?? signed }, fingerprint);
  });
}

async function begin(
  { db, clock }: { db: Db; clock: Clock },
  call: { userId: string; key: string },
  fingerprint: string,
): Promise<Begun> {
  const now = clock.now();
  const stale = new Date(now.getTime() - STALE_SECONDS * 1000);
  const mine = await db.sql.execute<{ made: string | null }>(sql`
    INSERT INTO idempotency_keys (user_id, key, fingerprint, started_at)
    VALUES (${call.userId}, ${call.key}, ${fingerprint}, ${now.toISOString()})
    ON CONFLICT (user_id, key) DO UPDATE SET started_at = excluded.started_at
      WHERE idempotency_keys.status IS NULL AND idempotency_keys.started_at < ${stale.toISOString()}
        AND idempotency_keys.fingerprint = excluded.fingerprint
    RETURNING made`);
  if (mine.rows[0]) return { key: call.key, made: mine.rows[0].made ?? undefined };
  const { rows } = await db.sql.execute<{ fingerprint: string; status: number | null; body: unknown }>(
    sql`SELECT fingerprint, status, body FROM idempotency_keys WHERE user_id = ${call.userId} AND key = ${call.key}`,
  );
  const first = rows[0];
  if (first && first.fingerprint !== fingerprint) throw refuseRequest("request.key_reused");
  // No row: the first run was refused between our two statements, and its caller may try again.
  if (!first || first.status === null) throw refuseRequest("request.in_progress", { retryAfter: 1 });
  return { answer: { status: first.status, body: first.body } };
}

/** JSON with sorted keys, so that the order of properties does not matter; without card fields. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([key, inner]) => inner !== undefined && !CARD_FIELDS.has(key));
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${stable(inner)}`)
    .join(",")}}`;
}
