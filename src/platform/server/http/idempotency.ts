/**
 * The `Idempotency-Key`: the first answer is kept and given again (rules, section 4).
 *
 * A refusal changes nothing, so it frees its key; an answer keeps it (a declined payment, or a refusal that is `kept`,
 * too). After a fault of
 * ours the same request may run again at once, another one may not; a key whose process died is taken over after
 * `STALE_SECONDS`. The handler then finds what the first run left: noted with the key (`KeyInUse`), or an order that
 * carries it.
 */
import { createHash, createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Clock } from "#platform/shared/clock.ts";
import { Refusal, refuseRequest } from "#platform/shared/refusal.ts";
import type { Db } from "../db/database.ts";
import { isDatabaseAway, isPassing } from "../db/errors.ts";

/** Longer than any handler may take, the gateway's time-out included. */
const STALE_SECONDS = 60;
const LONGEST_KEY = 200;
/** Card fields are left out of the fingerprint: they are never kept, not even hashed. */
const CARD_FIELDS = new Set(["cardNumber", "expiryDate", "cvv", "billingZip", "token"]);

export interface Answer {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string | string[]>>;
  /** Of a route that answers with a file. */
  filename?: string;
}

/** The key of the call that runs. */
export interface KeyInUse {
  /** What an earlier run of the same call has already done and committed: answer from it, do nothing again. */
  readonly made: string | undefined;
  /** Notes, in the transaction that does it, what this call has made (an id). */
  keep(tx: Db, made: string): Promise<void>;
}

/**
 * A key as it is stored, so that whatever a caller wrote there, even a card number, is in no table and in no log. A key
 * that is too long stays as it is, because `once` refuses it.
 */
export function keptKey(header: string, secret: string): string {
  if (header.length > LONGEST_KEY) return header;
  return createHmac("sha256", secret).update(`idempotency key\n${header}`).digest("hex");
}

/** Runs `handle` once for a key; later calls with the same key and body get the first answer. */
export async function once(
  deps: { db: Db; clock: Clock },
  call: { userId: string; key: string; route: string; body: unknown },
  handle: (key: KeyInUse) => Promise<Answer>,
): Promise<Answer> {
  if (call.key.length > LONGEST_KEY)
    throw refuseRequest("request.invalid", { message: `An Idempotency-Key has at most ${LONGEST_KEY} characters` });
  const fingerprint = createHash("sha256")
    .update(`${call.route}\n${stable(call.body)}`)
    .digest("hex");
  const begun = await begin(deps, call, fingerprint);
  if ("answer" in begun) return begun.answer;
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
        // What was done is done, and is answered: the key goes stale, and the next run finds what this one has made.
        if (!isPassing(error)) throw error;
      });
  };
  try {
    const answer = await handle({ made: begun.made, keep });
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
      .catch(() => undefined); // The database is away: the key goes stale by itself.
    // Whoever has waited for a database that does not answer does not wait for it once more.
    if (!isDatabaseAway(error)) await freed;
    throw error;
  }
}

/** Frees the keys of runs that no process can still be in: for the start of a database's only owner. */
export async function freeDeadKeys(db: Db): Promise<void> {
  await db.sql.execute(sql`DELETE FROM idempotency_keys WHERE status IS NULL AND made IS NULL`);
  await db.sql.execute(sql`UPDATE idempotency_keys SET started_at = 'epoch' WHERE status IS NULL`);
}

async function begin(
  { db, clock }: { db: Db; clock: Clock },
  call: { userId: string; key: string },
  fingerprint: string,
): Promise<{ answer: Answer } | { made: string | undefined }> {
  const now = clock.now();
  const stale = new Date(now.getTime() - STALE_SECONDS * 1000);
  const mine = await db.sql.execute<{ made: string | null }>(sql`
    INSERT INTO idempotency_keys (user_id, key, fingerprint, started_at)
    VALUES (${call.userId}, ${call.key}, ${fingerprint}, ${now.toISOString()})
    ON CONFLICT (user_id, key) DO UPDATE SET started_at = excluded.started_at
      WHERE idempotency_keys.status IS NULL AND idempotency_keys.started_at < ${stale.toISOString()}
        AND idempotency_keys.fingerprint = excluded.fingerprint
    RETURNING made`);
  if (mine.rows[0]) return { made: mine.rows[0].made ?? undefined };
  const { rows } = await db.sql.execute<{ fingerprint: string; status: number | null; body: unknown }>(
    sql`SELECT fingerprint, status, body FROM idempotency_keys WHERE user_id = ${call.userId} AND key = ${call.key}`,
  );
  const first = rows[0];
  if (first && first.fingerprint !== fingerprint) throw refuseRequest("request.key_reused");
  // No row: the first run was refused between our two statements; its answer is for its caller to retry.
  if (!first || first.status === null) throw refuseRequest("request.in_progress", { retryAfter: 1 });
  return { answer: { status: first.status, body: first.body } };
}

/** JSON with sorted keys, so that the order of properties does not make another body; without card fields. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([key, inner]) => inner !== undefined && !CARD_FIELDS.has(key));
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${stable(inner)}`)
    .join(",")}}`;
}
