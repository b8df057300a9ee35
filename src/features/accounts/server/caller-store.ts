/** SQL of finding who calls. */
import type { Database } from "#platform/server/db/database.ts";
import { together } from "#platform/server/db/together.ts";
import { urgencyNow } from "#platform/server/db/urgency.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { DeviceRow } from "./store.ts";

const CALLERS = `
SELECT s.token_hash, u.id, u.player_id, u.role, d.browser_id, s.created_at, s.expires_at, s.proved_at, s.replaced_by, d.id AS device_id, d.last_used_at,
  u.role <> 'player' AND EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id) AS has_passkey,
  CASE WHEN u.role = 'staff' THEN ARRAY(SELECT c.course_id FROM staff_courses c WHERE c.user_id = u.id ORDER BY c.course_id) ELSE '{}' END AS course_ids
FROM sign_ins s JOIN users u ON u.id = s.user_id LEFT JOIN devices d ON d.id = s.device_id
WHERE s.expires_at > $2 AND u.deleted_at IS NULL AND s.token_hash =`;
const FIND_CALLER = `${CALLERS} $1`;
const FIND_CALLERS = `${CALLERS} ANY($1)`;

interface CallerColumns {
  token_hash: Buffer;
  id: string;
  player_id: string;
  role: Caller["role"];
  browser_id: string | null;
  course_ids: number[];
  created_at: Date;
  expires_at: Date;
  proved_at: Date | null;
  replaced_by: Buffer | null;
  device_id: string | null;
  last_used_at: Date | null;
  has_passkey: boolean;
}

/** The account of a sign-in, when it began and ends, and its device. */
export interface FoundCaller {
  readonly caller: Caller;
  readonly startedAt: Date;
  endsAt: Date;
  device: Pick<DeviceRow, "id" | "lastUsedAt"> | undefined;
  /** Whether its session goes on by another token: this one ends soon, whatever it is used for. */
  readonly isReplaced: boolean;
}

/** Finds the account of a sign-in that has not ended; null if there is none. */
export type FindCaller = (tokenHash: Buffer, now: Date) => Promise<FoundCaller | null>;

/** Finds the accounts of sign-ins, with the courses of staff. Calls that come at the same moment share a statement. */
export function callersTogether(db: Database): FindCaller {
  const ask = together<{ tokenHash: Buffer; now: Date }, FoundCaller | null>(
    async (all) => {
      const hashes = all.map(({ tokenHash }) => tokenHash);
      const now = all.at(-1)?.now; // All asked within a turn of the event loop.
      const { rows } = await db.pool.query<CallerColumns>(
        hashes.length > 1
          ? { text: FIND_CALLERS, values: [hashes, now] }
          : { text: FIND_CALLER, values: [hashes[0], now] },
      );
      const byHash = new Map(rows.map((row) => [row.token_hash.toString("latin1"), row]));
      return ({ tokenHash }) => {
        const row = byHash.get(tokenHash.toString("latin1"));
        return row ? foundOf(row) : null;
      };
      // A reading waits for a connection by its urgency.
    },
    { apart: urgencyNow },
  );
  return (tokenHash, now) => ask({ tokenHash, now });
}

function foundOf(row: CallerColumns): FoundCaller {
  const { device_id: id, last_used_at: lastUsedAt } = row;
  const device = id && lastUsedAt ? { id, lastUsedAt } : undefined;
  const isReplaced = row.replaced_by !== null;
  return { caller: callerOf(row), startedAt: row.created_at, endsAt: row.expires_at, device, isReplaced };
}

/** The callers of those sign-ins that have not ended, by the hashes of their tokens in hex. */
export async function findCallers(db: Database, hashes: readonly string[], now: Date): Promise<Map<string, Caller>> {
  const { rows } = await db.pool.query<CallerColumns>(FIND_CALLERS, [
    hashes.map((hash) => Buffer.from(hash, "hex")),
    now,
  ]);
  return new Map(rows.map((row) => [row.token_hash.toString("hex"), callerOf(row)]));
}

function callerOf(row: CallerColumns): Caller {
  return {
    id: row.id,
    playerId: row.player_id,
    role: row.role,
    browserId: row.browser_id,
    courseIds: row.course_ids,
    provedAt: row.proved_at,
    hasPasskey: row.has_passkey,
  };
}
