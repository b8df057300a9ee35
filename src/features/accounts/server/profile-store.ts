/** The SQL of the profile: devices, the export and the deletion of an account. */
import { isUuid } from "#platform/server/db/columns.ts";
import { callerTopic } from "#platform/server/live/hub.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, gt, gte, isNull, sql } from "#platform/server/db/drizzle.ts";
import { pushSubscriptions } from "#platform/server/push/tables.ts";
import { listOf as passkeysOf, removeAll as removeAllPasskeys } from "./passkey-store.ts";
import { NAMES } from "../contract.ts";
import { forgetSubject } from "./proposal-store.ts";
import type { DeviceRow } from "./store.ts";
import { devices, mailedCodes, personNotes, signIns, users } from "./tables.ts";

/** The devices that are still known, the last used first, each with whether it is signed in. */
export async function listDevices(
  db: Db,
  userId: string,
  usedAfter: Date,
  now: Date,
): Promise<{ device: DeviceRow; isSignedIn: boolean }[]> {
  return db.sql
    .select({
      device: devices,
      isSignedIn: sql<boolean>`EXISTS (SELECT 1 FROM sign_ins s WHERE s.device_id = ${devices.id} AND s.expires_at > ${now.toISOString()})`,
    })
    .from(devices)
    .where(and(eq(devices.userId, userId), isNull(devices.revokedAt), gt(devices.lastUsedAt, usedAfter)))
    .orderBy(desc(devices.lastUsedAt), desc(devices.id));
}

/** Where an account is signed in, the latest first. */
export async function listSignIns(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ device: string | null; createdAt: Date; expiresAt: Date }[]> {
  return db.sql
    .select({ device: devices.label, createdAt: signIns.createdAt, expiresAt: signIns.expiresAt })
    .from(signIns)
    .leftJoin(devices, eq(devices.id, signIns.deviceId))
    .where(and(eq(signIns.userId, userId), gt(signIns.expiresAt, now), isNull(signIns.replacedBy)))
    .orderBy(desc(signIns.createdAt));
}

/** A device of the account that nobody has forgotten yet. */
export async function findDevice(db: Db, userId: string, id: string): Promise<DeviceRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), eq(devices.userId, userId), isNull(devices.revokedAt)));
  return row;
}

/** Everything besides the account's own row. Of codes only the time of mailing: the rest is a hash. */
export async function readRecords(db: Db, userId: string) {
  const [known, active, codes, subscriptions, notes, passkeys] = await Promise.all([
    db.sql
      .select({
        label: devices.label,
        firstUsedAt: devices.createdAt,
        lastUsedAt: devices.lastUsedAt,
        forgottenAt: devices.revokedAt,
      })
      .from(devices)
      .where(eq(devices.userId, userId))
      .orderBy(desc(devices.lastUsedAt)),
    db.sql
      .select({ device: devices.label, createdAt: signIns.createdAt, expiresAt: signIns.expiresAt })
      .from(signIns)
      .leftJoin(devices, eq(devices.id, signIns.deviceId))
      .where(and(eq(signIns.userId, userId), isNull(signIns.replacedBy)))
      .orderBy(desc(signIns.createdAt)),
    db.sql
      .select({
        purpose: mailedCodes.purpose,
        newEmail: mailedCodes.newEmail,
        askedFrom: mailedCodes.address,
        createdAt: mailedCodes.createdAt,
        usedAt: mailedCodes.usedAt,
      })
      .from(mailedCodes)
      .where(eq(mailedCodes.userId, userId))
      .orderBy(desc(mailedCodes.createdAt)),
    db.sql
      .select({ endpoint: pushSubscriptions.endpoint, createdAt: pushSubscriptions.createdAt })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.createdAt)),
    // The export has the notes about the person, without their writers.
    db.sql
      .select({ text: personNotes.text, writtenAt: personNotes.writtenAt })
      .from(personNotes)
      .where(eq(personNotes.personId, userId))
      .orderBy(desc(personNotes.writtenAt)),
    passkeysOf(db, userId),
  ]);
  return {
    devices: known,
    signIns: active,
    mailedCodes: codes,
    pushSubscriptions: subscriptions,
    notes,
    // The public key tells nothing to anybody but this server.
    passkeys: passkeys.map(({ label, createdAt, lastUsedAt }) => ({ label, createdAt, lastUsedAt })),
  };
}

/** The ids of accounts that were deleted since a moment, the first one first. */
export async function deletedSince(db: Db, since: Date): Promise<string[]> {
  const rows = await db.sql
    .select({ id: users.id })
    .from(users)
    .where(gte(users.deletedAt, since))
    .orderBy(asc(users.deletedAt));
  return rows.map(({ id }) => id);
}

/**
 * Waits for every transaction that is writing a row of this player, such as a letter, and lets no other begin: what it
 * wrote would not be seen, and stay.
 */
export async function lockReferences(tx: Db, userId: string): Promise<void> {
  await tx.sql.execute(sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`);
}

/**
 * Deletes sign-ins, passkeys, devices, push subscriptions, codes, notes about the person and kept answers, and what
 * administrators were told of the person's addresses; leaves the row without the person.
 */
export async function anonymise(
  tx: Db,
  userId: string,
  left: { name: string; email: string; deletedAt: Date },
): Promise<void> {
  await tx.sql.delete(signIns).where(eq(signIns.userId, userId));
  tx.touch(callerTopic(userId));
  tx.touch(NAMES);
  await tx.sql.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  await tx.sql.delete(mailedCodes).where(eq(mailedCodes.userId, userId));
  await tx.sql.delete(devices).where(eq(devices.userId, userId));
  await tx.sql.delete(personNotes).where(eq(personNotes.personId, userId));
  await removeAllPasskeys(tx, userId);
  await forgetSubject(tx, userId, left.email);
  // Kept answers hold the player's name.
  await tx.sql.execute(sql`DELETE FROM idempotency_keys WHERE user_id = ${userId}`);
  await tx.sql
    .update(users)
    .set({
      ...left,
      phone: null,
      acquisitionSource: null,
      emailNotifications: false,
      smsNotifications: false,
      pushNotifications: false,
      gameUpdates: false,
      prizeAlerts: false,
      language: "en",
      namedAsWinner: false,
      formerEmails: [],
      emailProvedAt: null,
      lockToldAt: null,
    })
    .where(eq(users.id, userId));
}
