/** SQL of signing in on a known device, in one round trip. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import type { UserRow } from "./store.ts";
import { users } from "./tables.ts";

/**
 * Signs a player in on a device that the account has used before, as one statement: it locks the account, uses the
 * device, writes the sign-in. Each row is looked at again after a wait for its lock, so whatever ended sign-ins, forgot
 * the device, changed the role or the address until then is seen, and nothing is written. Who is invited to work here needs a
 * code.
 */
const ENTER_KNOWN = `
WITH person AS (
  SELECT * FROM users WHERE lower(email) = lower($1) AND deleted_at IS NULL AND role = 'player'
    AND NOT EXISTS (SELECT FROM staff_invitations i WHERE lower(i.email) = lower($1))
  FOR NO KEY UPDATE
), known AS (
  UPDATE devices d SET last_used_at = $3, label = coalesce($4, d.label) FROM person
  WHERE d.id = (SELECT k.id FROM devices k, person o
      WHERE k.id = ANY($2::uuid[]) AND k.user_id = o.id AND k.revoked_at IS NULL AND k.last_used_at >= $5
      ORDER BY array_position($2::uuid[], k.id) LIMIT 1)
    AND d.user_id = person.id AND d.revoked_at IS NULL AND d.last_used_at >= $5
  RETURNING d.id, d.user_id
), entered AS (
  INSERT INTO sign_ins (token_hash, user_id, device_id, created_at, expires_at) SELECT $6, user_id, id, $3, $7 FROM known
  RETURNING device_id
)
SELECT person.*, entered.device_id AS known_device,
  ARRAY(SELECT o.id FROM devices o WHERE o.id = ANY($2::uuid[]) AND o.user_id <> person.id) AS other_devices
FROM person, entered`;

/**
 * Signs a player in on a known device (`ENTER_KNOWN`).
 * @param devices of the browser, the newest first
 * @param by when the device was last used, at the earliest, and its present name
 * @returns the player, the device and those of the browser's other accounts; undefined if nothing was written: the
 * sign-in then needs single steps
 */
export async function enterKnown(
  db: Db,
  email: string,
  devices: readonly string[],
  by: { now: Date; usedAfter: Date; label: string | null; hash: Buffer; expiresAt: Date },
): Promise<{ player: UserRow; device: string; others: readonly string[] } | undefined> {
  const [row] = await db.read(ENTER_KNOWN, [
    email,
    devices.filter(isUuid),
    by.now,
    by.label,
    by.usedAfter,
    by.hash,
    by.expiresAt,
  ]);
  if (!row) return undefined;
  const { known_device: device, other_devices: others } = row as { known_device: string; other_devices: string[] };
  return { player: rowOf(users, row), device, others };
}
