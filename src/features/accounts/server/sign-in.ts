/** Signing in and out: sign-ins as rows, devices that an account has used before. */
import { randomUUID } from "node:crypto";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Connection, SignIns } from "#platform/server/http/handlers.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { DEVICE_DAYS, deviceLabel, isWorthNoting, sessionEnd } from "../rules.ts";
import { type FindCaller, findCallers } from "./caller-store.ts";
import { type CookieJar, deviceCookie, newToken, readDevices, readSession, sessionCookie } from "./cookies.ts";
import type { AccountDeps } from "./deps.ts";
import type { EnterKnown } from "./known-device-store.ts";
import type { Remembered } from "./remembered.ts";
import * as store from "./store.ts";

const DAY_MS = 86_400_000;
/** For this long calls that are under way may come with the token from before a proof. */
const OLD_TOKEN_MS = 60_000;

/**
 * Finds the caller by a request's cookie. A call that a person made extends the session and, once a day, keeps its
 * device known.
 * @param call `isPublic`: its answer may lie in a shared cache, and so carries no cookie; `remembers`: who called a
 * moment ago need not be looked up
 * @returns the caller, and the device's cookie when it is to be kept for another 90 days
 */
export async function authenticate(
  deps: Pick<AccountDeps, "db" | "clock" | "config"> & { remembered: Remembered; findCaller: FindCaller },
  jar: CookieJar,
  { isAttended, isPublic, remembers }: { isAttended: boolean; isPublic: boolean; remembers: boolean },
): Promise<{ caller: Caller; cookie?: string } | null> {
  const hash = readSession(jar);
  const now = deps.clock.now();
  if (!hash) return null;
  const found =
    (remembers && deps.remembered.find(hash, now)) ||
    (await deps.remembered.lookUp(hash, () => deps.findCaller(hash, now)));
  if (!found) return null;
  const { caller, startedAt, endsAt, device, isReplaced } = found;
  if (!isAttended || isReplaced) return { caller };
  const end = sessionEnd(caller.role, startedAt, now);
  if (isWorthNoting(endsAt, end, caller.role)) {
    await store.prolongSignIn(deps.db, hash, end);
    // Also for the next call, if the caller is remembered.
    found.endsAt = end;
  }
  if (isPublic || !device || now.getTime() - device.lastUsedAt.getTime() < DAY_MS) return { caller };
  const { sessionSecrets } = deps.config;
  // Checking the signatures costs more than the rest, and once a day is enough.
  const devices = readDevices(jar, sessionSecrets);
  if (!devices.includes(device.id)) return { caller };
  await store.touchDevice(deps.db, device.id, now, null);
  device.lastUsedAt = now;
  return { caller, cookie: deviceCookie(devices, sessionSecrets, jar.secure) };
}

/** Reads the callers of many sign-ins at once, for open streams. It extends no session. */
export function signInsOf({ db, clock }: Pick<AccountDeps, "db" | "clock">): SignIns {
  return {
    keyOf: (jar) => readSession(jar)?.toString("hex"),
    callersOf: (keys) => findCallers(db, keys, clock.now()),
  };
}

/** The devices of a request's browser: one for each account that has used it, the newest first. */
export async function devicesOf(deps: AccountDeps, db: Db, jar: CookieJar): Promise<store.DeviceRow[]> {
  const ids = readDevices(jar, deps.config.sessionSecrets);
  return inOrder(ids, await store.findDevices(db, ids));
}

/**
 * Locks a player, and reads the player and the devices of a request's browser.
 * @throws accounts.not_found for an account that was deleted meanwhile
 */
export async function lockForSignIn(deps: AccountDeps, tx: Db, jar: CookieJar, userId: string) {
  const ids = readDevices(jar, deps.config.sessionSecrets);
  const { player, devices } = await store.lockWithDevices(tx, userId, ids);
  return { player, devices: inOrder(ids, devices) };
}

function inOrder(ids: readonly string[], rows: readonly store.DeviceRow[]): store.DeviceRow[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** The request's device, if this account has used it within 90 days and it was not forgotten. */
export async function knownDevice(
  deps: AccountDeps,
  db: Db,
  connection: Connection,
  userId: string,
): Promise<store.DeviceRow | undefined> {
  return knownAmong(await devicesOf(deps, db, connection), userId, deps.clock.now());
}

/** The one of a browser's devices that this account has used within 90 days, if it was not forgotten. */
export function knownAmong(
  devices: readonly store.DeviceRow[],
  userId: string,
  now: Date,
): store.DeviceRow | undefined {
  const usedAfter = knownAfter(now);
  return devices.find((row) => row.userId === userId && row.revokedAt === null && row.lastUsedAt >= usedAfter);
}

/** A device that was last used before this moment is no longer known. */
function knownAfter(now: Date): Date {
  return new Date(now.getTime() - DEVICE_DAYS * DAY_MS);
}

/**
 * Signs a player in on a device that is known, in one round trip.
 * @returns the player and the `set-cookie` values; undefined if the sign-in needs the slower way: there is no such
 * player, the account has a role, the device is not known, or the browser still has a session
 */
export async function signInKnown(
  deps: Pick<AccountDeps, "clock" | "config">,
  enterKnown: EnterKnown,
  connection: Connection,
  email: string,
): Promise<{ player: store.UserRow; cookies: string[] } | undefined> {
  const { sessionSecrets } = deps.config;
  const ids = readDevices(connection, sessionSecrets);
  if (ids.length === 0 || readSession(connection)) return undefined;
  const now = deps.clock.now();
  const { token, hash } = newToken();
  const entered = await enterKnown({
    email,
    devices: ids,
    now,
    usedAfter: knownAfter(now),
    label: deviceLabel(connection.userAgent),
    hash,
    expiresAt: sessionEnd("player", now, now),
  });
  if (!entered) return undefined;
  const others = ids.filter((id) => entered.others.includes(id));
  const cookies = [
    sessionCookie(token, connection.secure),
    deviceCookie([entered.device, ...others], sessionSecrets, connection.secure),
  ];
  return { player: entered.player, cookies };
}

/**
 * Locks the caller's account and reads the session again: if it has ended meanwhile, the call must not go on.
 * @returns the hash of its present token
 * @throws request.signed_out
 */
export async function stillSignedIn(tx: Db, connection: Connection, userId: string): Promise<Buffer> {
  const hash = readSession(connection);
  await store.lockPlayer(tx, userId);
  const present = hash && (await store.lockSignIn(tx, hash, userId));
  if (!present) throw refuseRequest("request.signed_out");
  return present;
}

/**
 * Records a proof in the session that gave it, which goes on by a new token.
 * @param present the hash of its present token, from `stillSignedIn` in the same transaction
 * @returns the `set-cookie` value
 */
export async function renewed(
  { clock }: AccountDeps,
  tx: Db,
  connection: Connection,
  present: Buffer,
): Promise<string> {
  const { token, hash } = newToken();
  const now = clock.now();
  await store.renewSignIn(tx, present, hash, now, new Date(now.getTime() + OLD_TOKEN_MS));
  return sessionCookie(token, connection.secure);
}

/**
 * Signs an account in on this device, in a transaction.
 * @param user new, or locked in this transaction, because an earlier reading may be out of date
 * @param how `proved`: by a code or a passkey; `devices` of the browser, if they were read in this transaction
 * @returns the `set-cookie` values
 */
export async function signIn(
  deps: AccountDeps,
  tx: Db,
  connection: Connection,
  { id: userId, role }: store.UserRow,
  { proved, devices }: { proved: boolean; devices?: readonly store.DeviceRow[] },
): Promise<string[]> {
  const now = deps.clock.now();
  const before = devices ?? (await devicesOf(deps, tx, connection));
  const known = knownAmong(before, userId, now);
  const deviceId = known?.id ?? randomUUID();
  const label = deviceLabel(connection.userAgent);
  if (known) await store.touchDevice(tx, known.id, now, label);
  else {
    // The browser keeps its id when another account signs in on it.
    const browserId = before[0]?.browserId ?? randomUUID();
    await store.insertDevice(tx, { id: deviceId, userId, browserId, createdAt: now, lastUsedAt: now, label });
  }
  const old = readSession(connection);
  if (old) await store.deleteSignIn(tx, old);
  const { token, hash } = newToken();
  await store.insertSignIn(tx, {
    tokenHash: hash,
    userId,
    deviceId,
    createdAt: now,
    expiresAt: sessionEnd(role, now, now),
    provedAt: proved ? now : null,
  });
  const others = before.filter((row) => row.userId !== userId).map(({ id }) => id);
  return [
    sessionCookie(token, connection.secure),
    deviceCookie([deviceId, ...others], deps.config.sessionSecrets, connection.secure),
  ];
}
