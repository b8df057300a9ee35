/** All SQL of accounts. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, eq, inArray, isNull, lt, notInArray, or, type SQL, sql } from "#platform/server/db/drizzle.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import { callerTopic } from "#platform/server/live/hub.ts";
import { NAMES, refuse } from "../contract.ts";
import { devices, signIns, users } from "./tables.ts";

export type UserRow = typeof users.$inferSelect;
export type DeviceRow = typeof devices.$inferSelect;

export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<UserRow> {
  const [row] = await db.sql.insert(users).values(user).returning();
  if (!row) throw new Error("insert returned nothing");
  return row;
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.read("SELECT * FROM users WHERE lower(email) = lower($1) AND deleted_at IS NULL", [email]);
  return row && rowOf(users, row);
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql.select().from(users).where(eq(users.id, id));
  return row;
}

export async function findUserByPlayerId(db: Db, playerId: string): Promise<UserRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(users)
    .where(and(eq(users.playerId, playerId), isNull(users.deletedAt)));
  return row;
}

/** The same, and the account is not deleted before the transaction ends; one that is being deleted is waited for. */
export async function holdUserByPlayerId(tx: Db, playerId: string): Promise<UserRow | undefined> {
  const [row] = await tx.sql
    .select()
    .from(users)
    .where(and(eq(users.playerId, playerId), isNull(users.deletedAt)))
    .for("key share");
  return row;
}

/**
 * Accounts by their player IDs are not deleted before the transaction ends; together with the next statement. A deletion
 * locks its account first, so whoever locks orders or sessions and names accounts in them holds these before.
 */
export async function holdPlayers(tx: Db, playerIds: readonly string[]): Promise<void> {
  if (playerIds.length === 0) return;
  await tx.ahead(
    sql`SELECT FROM users WHERE player_id = ANY(${sql.param(playerIds)}::text[]) ORDER BY id FOR KEY SHARE`,
  );
}

/** Locks a player's row against the player's other purchases; foreign keys to it stay writable. */
export async function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.sql.select().from(users).where(eq(users.id, id)).for("no key update");
  return row;
}

/** The same, together with the next statement, which reads the rest. */
export async function lockUserAhead(tx: Db, id: string): Promise<void> {
  await tx.ahead(sql`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`);
}

/**
 * The same, for actions that a deleted account may not begin.
 * @throws accounts.not_found for an account that was deleted meanwhile
 */
export async function lockPlayer(db: Db, id: string): Promise<UserRow> {
  const row = await lockUser(db, id);
  if (!row || row.deletedAt) throw refuse("accounts.not_found");
  return row;
}

/**
 * Changes the given columns; without any it changes nothing.
 * @throws accounts.not_found for an account that was deleted meanwhile: nothing of the person is written into it again
 */
export async function updateUser(db: Db, id: string, change: Partial<typeof users.$inferInsert>): Promise<UserRow> {
  const which = and(eq(users.id, id), isNull(users.deletedAt));
  const [user] = await (Object.keys(change).length > 0
    ? db.sql.update(users).set(change).where(which).returning()
    : db.sql.select().from(users).where(which));
  if (!user) throw refuse("accounts.not_found");
  if (change.role) db.touch(callerTopic(id));
  if (change.name !== undefined || change.namedAsWinner !== undefined) db.touch(NAMES);
  return user;
}

/**
 * Locks a player as `lockPlayer` does, then reads the player and some devices.
 * @throws accounts.not_found for an account that was deleted meanwhile
 */
export async function lockWithDevices(
  tx: Db,
  id: string,
  deviceIds: readonly string[],
): Promise<{ player: UserRow; devices: DeviceRow[] }> {
  await lockUserAhead(tx, id);
  type Raw = Readonly<Record<string, unknown>>;
  const { rows } = await tx.sql.execute<{ player: Raw; devices: Raw[] | null }>(sql`
    SELECT to_jsonb(u) AS player,
      (SELECT jsonb_agg(to_jsonb(d)) FROM devices d WHERE d.id = ANY(${sql.param(deviceIds.filter(isUuid))}::uuid[])) AS devices
    FROM users u WHERE u.id = ${id} AND u.deleted_at IS NULL`);
  const [row] = rows;
  if (!row) throw refuse("accounts.not_found");
  return { player: rowOf(users, row.player), devices: row.devices?.map((raw) => rowOf(devices, raw)) ?? [] };
}

/** Moves the end of a sign-in to a later moment, never to an earlier one, because calls overtake each other. */
export async function prolongSignIn(db: Db, tokenHash: Buffer, endsAt: Date): Promise<void> {
  await db.sql
    .update(signIns)
    .set({ expiresAt: endsAt })
    .where(and(eq(signIns.tokenHash, tokenHash), lt(signIns.expiresAt, endsAt), isNull(signIns.replacedBy)));
}

/**
 * Records that the signed-in person has just given a proof: the session goes on by a new token, which alone has it.
 * Whoever knows the old token (a call that is under way, or a thief) has neither the proof nor, later, the session.
 * @param tokenHash of the session, which `lockSignIn` has locked
 * @param next the hash of its new token
 * @param lastUntil when the old token ends
 */
export async function renewSignIn(tx: Db, tokenHash: Buffer, next: Buffer, now: Date, lastUntil: Date): Promise<void> {
  const renewed = await tx.sql
    .update(signIns)
    .set({ tokenHash: next, provedAt: now })
    .where(eq(signIns.tokenHash, tokenHash))
    .returning();
  for (const row of renewed) {
    const old = { ...row, tokenHash, provedAt: null, replacedBy: next, expiresAt: lastUntil };
    await tx.sql.insert(signIns).values(old);
    tx.touch(callerTopic(row.userId));
  }
}

/**
 * Locks the session of a sign-in until the transaction ends.
 * @returns the hash of its present token, which is another one after a proof; nothing when it has been ended
 */
export async function lockSignIn(tx: Db, tokenHash: Buffer, userId: string): Promise<Buffer | undefined> {
  const [row] = await tx.sql
    .select({ present: sql<Buffer>`coalesce(${signIns.replacedBy}, ${signIns.tokenHash})` })
    .from(signIns)
    .where(and(eq(signIns.tokenHash, tokenHash), eq(signIns.userId, userId)))
    .for("update");
  return row?.present;
}

export async function insertSignIn(tx: Db, signIn: typeof signIns.$inferInsert): Promise<void> {
  await tx.ahead(tx.sql.insert(signIns).values(signIn));
}

/** Ends the session of a sign-in, if there is one, by whichever of its tokens. */
export async function deleteSignIn(db: Db, tokenHash: Buffer): Promise<void> {
  const goesOnBy = sql`(SELECT s.replaced_by FROM sign_ins s WHERE s.token_hash = ${sql.param(tokenHash, signIns.tokenHash)})`;
  await forget(db, or(eq(signIns.tokenHash, tokenHash), eq(signIns.tokenHash, goesOnBy)));
}

/** Deletes sign-ins, and tells of their accounts. @returns how many sessions there were */
async function forget(db: Db, which: SQL | undefined): Promise<number> {
  const { userId, replacedBy } = signIns;
  const ended = await db.sql.delete(signIns).where(which).returning({ userId, replacedBy });
  for (const id of new Set(ended.map((one) => one.userId))) db.touch(callerTopic(id));
  return ended.filter((one) => one.replacedBy === null).length;
}

export async function deleteOldSignIns(db: Db, now: Date): Promise<void> {
  await db.sql.delete(signIns).where(lt(signIns.expiresAt, now));
}

/** Ends an account's sign-ins but one. @returns how many were ended */
export async function deleteSignIns(db: Db, userId: string, except?: Buffer): Promise<number> {
  const isOther = sql`coalesce(${signIns.replacedBy}, ${signIns.tokenHash}) <> ${sql.param(except, signIns.tokenHash)}`;
  return forget(db, and(eq(signIns.userId, userId), except ? isOther : undefined));
}

/** Forgets an account's devices but these. */
export async function revokeDevices(db: Db, userId: string, now: Date, except: readonly string[] = []): Promise<void> {
  await db.sql
    .update(devices)
    .set({ revokedAt: now })
    .where(and(eq(devices.userId, userId), isNull(devices.revokedAt), notInArray(devices.id, [...except])));
}

export async function insertDevice(tx: Db, device: typeof devices.$inferInsert): Promise<void> {
  await tx.ahead(tx.sql.insert(devices).values(device));
}

export async function findDevices(db: Db, ids: readonly string[]): Promise<DeviceRow[]> {
  const real = ids.filter(isUuid);
  return real.length === 0 ? [] : db.sql.select().from(devices).where(inArray(devices.id, real));
}

/** Records that a device was used, and its present name. */
export async function touchDevice(db: Db, id: string, now: Date, label: string | null): Promise<void> {
  const change = { lastUsedAt: now, ...(label === null ? {} : { label }) };
  await db.ahead(db.sql.update(devices).set(change).where(eq(devices.id, id)));
}

/** Forgets a device and ends what is signed in on it. */
export async function revokeDevice(db: Db, id: string, now: Date): Promise<void> {
  await db.sql.update(devices).set({ revokedAt: now }).where(eq(devices.id, id));
  await forget(db, eq(signIns.deviceId, id));
}
