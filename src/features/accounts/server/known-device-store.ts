/** SQL of signing in on a known device, in one round trip. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { isRefused } from "#platform/server/db/errors.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import { firstOfEach, together } from "#platform/server/db/together.ts";
import type { UserRow } from "./store.ts";
import { users } from "./tables.ts";

/** A sign-in that a browser asks for. */
export interface Entering {
  email: string;
  /** Of the browser, the newest first. */
  devices: readonly string[];
  now: Date;
  /** When the device was last used, at the earliest. */
  usedAfter: Date;
  /** The device's present name. */
  label: string | null;
  /** Of the new token. */
  hash: Buffer;
  expiresAt: Date;
}

export interface Entered {
  player: UserRow;
  device: string;
  /** Those of the browser's other accounts. */
  others: readonly string[];
}

/** @returns undefined if nothing was written: the sign-in then needs single steps */
export type EnterKnown = (asked: Entering) => Promise<Entered | undefined>;

const mayEnter = (user: string, email: string) => `lower(${user}.email) = lower(${email})
    AND ${user}.deleted_at IS NULL AND ${user}.role = 'player'
    AND NOT EXISTS (SELECT FROM staff_invitations i WHERE lower(i.email) = lower(${email}))`;
const knownOf = (user: string, devices: string, usedAfter: string) => `
    d.id = (SELECT k.id FROM devices k
      WHERE k.id = ANY(${devices}) AND k.user_id = ${user} AND k.revoked_at IS NULL AND k.last_used_at >= ${usedAfter}
      ORDER BY array_position(${devices}, k.id) LIMIT 1)
    AND d.user_id = ${user} AND d.revoked_at IS NULL AND d.last_used_at >= ${usedAfter}`;
const WRITE_SIGN_IN = "INSERT INTO sign_ins (token_hash, user_id, device_id, created_at, expires_at)";
const othersOf = (user: string, devices: string) =>
  `ARRAY(SELECT o.id FROM devices o WHERE o.id = ANY(${devices}) AND o.user_id <> ${user}) AS other_devices`;

/**
 * Signs a player in on a device that the account has used before, as one statement: it locks the account, uses the
 * device, writes the sign-in. Each row is looked at again after a wait for its lock, so whatever ended sign-ins, forgot
 * the device, changed the role or the address until then is seen, and nothing is written. Who is invited to work here needs a
 * code.
 */
const ENTER_ONE = `
WITH person AS (
  SELECT * FROM users WHERE ${mayEnter("users", "$1")}
  FOR NO KEY UPDATE
), known AS (
  UPDATE devices d SET last_used_at = $3, label = coalesce($4, d.label) FROM person
  WHERE ${knownOf("person.id", "$2::uuid[]", "$5")}
  RETURNING d.id, d.user_id
), entered AS (
  ${WRITE_SIGN_IN} SELECT $6, user_id, id, $3, $7 FROM known
  RETURNING device_id
)
SELECT person.*, entered.device_id AS known_device, ${othersOf("person.id", "$2::uuid[]")}
FROM person, entered`;

// The same for many accounts. It waits for no lock, because all would wait for it: whose account or device is in use signs
// in by a statement of their own.
const ENTER_MANY = `
WITH asked AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS one (email text, devices uuid[], now timestamptz, label text,
    used_after timestamptz, hash text, expires_at timestamptz)
), free AS (
  SELECT asked.*, person, known.id AS device_id FROM asked
    CROSS JOIN LATERAL (
      SELECT u AS person FROM users u WHERE ${mayEnter("u", "asked.email")} FOR NO KEY UPDATE SKIP LOCKED
    ) AS locked
    CROSS JOIN LATERAL (
      SELECT d.id FROM devices d WHERE ${knownOf("(person).id", "asked.devices", "asked.used_after")}
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS known
), known AS (
  UPDATE devices d SET last_used_at = free.now, label = coalesce(free.label, d.label) FROM free
  WHERE d.id = free.device_id
  RETURNING free.*
), entered AS (
  ${WRITE_SIGN_IN} SELECT decode(hash, 'hex'), (person).id, device_id, now, expires_at FROM known
)
SELECT (person).*, hash, device_id AS known_device, ${othersOf("(person).id", "devices")}
FROM known`;

type Found = Readonly<Record<string, unknown>> & { known_device: string; other_devices: string[] };
const enteredOf = (row: Readonly<Record<string, unknown>>): Entered => {
  const { known_device: device, other_devices: others } = row as Found;
  return { player: rowOf(users, row), device, others };
};

/** Signs a player in on a known device (`ENTER_ONE`). */
async function enterOne(db: Db, asked: Entering): Promise<Entered | undefined> {
  const { email, devices, now, label, usedAfter, hash, expiresAt } = asked;
  const [row] = await db.read(ENTER_ONE, [email, devices, now, label, usedAfter, hash, expiresAt]);
  return row && enteredOf(row);
}

/** Signs different players in, as one statement (`ENTER_MANY`). @returns those who are in, by their hash in hexadecimal */
async function enterMany(db: Db, all: readonly Entering[]): Promise<Map<string, Entered>> {
  const values = all.map(({ usedAfter, hash, expiresAt, ...rest }) => ({
    ...rest,
    used_after: usedAfter,
    hash: hash.toString("hex"),
    expires_at: expiresAt,
  }));
  const rows = await db.read(ENTER_MANY, [JSON.stringify(values)]).catch((error: unknown) => {
    // PostgreSQL refused one and so wrote none: each is tried by itself.
    if (isRefused(error)) return [];
    throw error;
  });
  return new Map(rows.map((row) => [row["hash"] as string, enteredOf(row)])); // The column is a text.
}

/**
 * Signs players in on known devices. Those who come at the same moment share a statement, but for a second sign-in of an
 * account, an account or device in use, and whatever a shared one writes nothing for.
 */
export function enterTogether(db: Db): EnterKnown {
  const ask = together<Entering, Entered | undefined>(async (all) => {
    const firsts = firstOfEach(all, ({ email }) => email.toLowerCase());
    const entered = firsts.length > 1 ? await enterMany(db, firsts) : new Map<string, Entered>();
    return (one) => entered.get(one.hash.toString("hex"));
  });
  return async (asked) => {
    const one = { ...asked, devices: asked.devices.filter(isUuid) };
    return (await ask(one)) ?? enterOne(db, one);
  };
}
