/** The handlers of accounts. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "#platform/server/db/database.ts";
import { violates } from "#platform/server/db/errors.ts";
import { callerTopic } from "#platform/server/live/hub.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type accountRoutes, refuse } from "../contract.ts";
import { playerIdFrom } from "../rules.ts";
import type { AccountDeps } from "./deps.ts";
import { mailCode, takeCode } from "./codes.ts";
import { clearedCookie, deviceCookie, readSession } from "./cookies.ts";
import { askForEmailCode, changeEmail } from "./email.ts";
import { endDevice, endSignIns } from "./ending.ts";
import { findOpen } from "./invitation-store.ts";
import { enterTogether } from "./known-device-store.ts";
import { accountOfInvited, type AdmitInvited } from "./invited.ts";
import { devicesOf, knownAmong, lockForSignIn, signIn, signInKnown } from "./sign-in.ts";
import { ownRow } from "./profile.ts";
import * as store from "./store.ts";
import { mustUsePasskey } from "./step-up.ts";
import { toUser } from "./view.ts";

export function accountHandlers(deps: AccountDeps & { admitInvited: AdmitInvited }): Handlers<typeof accountRoutes> {
  const { db, clock, config, hub, security } = deps;
  const enterKnown = enterTogether(db);

  return {
    register: async ({ body, connection }) => {
      const now = clock.now();
      const registered = await db
        .transaction(async (tx) => {
          // A registration proves no address, and the role goes to whoever proves it.
          if (await findOpen(tx, body.email, now)) throw refuse("accounts.invited");
          const user = await store.insertUser(tx, {
            id: randomUUID(),
            playerId: playerIdFrom([...randomBytes(9)]),
            name: body.name,
            email: body.email,
            phone: body.phone,
            acquisitionSource: body.acquisitionSource ?? null,
            createdAt: now,
          });
          return { user, cookies: await signIn(deps, tx, connection, user, { proved: false }) };
        })
        .catch((error: unknown) => {
          throw violates(error, "users_email") ? refuse("accounts.email_taken") : error;
        });
      const { id: account } = registered.user;
      security.note({ event: "signed_in", account, by: "registration" }, connection.address);
      return { status: 201, body: { user: toUser(registered.user) }, headers: { "set-cookie": registered.cookies } };
    },

    login: async ({ body, connection }) => {
      const known = body.code === undefined ? await signInKnown(deps, enterKnown, connection, body.email) : undefined;
      if (known) {
        security.note({ event: "signed_in", account: known.player.id, by: "device" }, connection.address);
        return { status: 200, body: { user: toUser(known.player) }, headers: { "set-cookie": known.cookies } };
      }
      const begun = async () => (body.code === undefined ? accountOfInvited(deps, body.email) : undefined);
      const user = (await store.findUserByEmail(db, body.email)) ?? (await begun());
      if (!user) throw refuse("accounts.unknown_email");
      if (await mustUsePasskey(db, user)) throw refuse("accounts.passkey_only");
      const enter = async (
        tx: Db,
        present: store.UserRow,
        by: "code" | "device",
        devices?: readonly store.DeviceRow[],
      ) => {
        const how = { proved: by === "code", ...(devices && { devices }) };
        const cookies = await signIn(deps, tx, connection, present, how);
        tx.afterCommit(() => security.note({ event: "signed_in", account: user.id, by }, connection.address));
        return { status: 200 as const, body: { user: toUser(present) }, headers: { "set-cookie": cookies } };
      };
      if (body.code !== undefined) {
        const taken = { use: { purpose: "sign_in" }, code: body.code } as const;
        return takeCode(deps, connection, user, taken, async (tx, present) => {
          if (present.emailProvedAt === null) {
            // Somebody else may have registered this address: its first proof ends whatever sessions they have.
            await endSignIns(deps, tx, present.id);
            await store.updateUser(tx, present.id, { emailProvedAt: clock.now() });
          }
          return enter(tx, await deps.admitInvited(tx, present), "code");
        });
      }
      // All of it is read under the lock, because the device, the role and the address may have changed.
      const byDevice = await db.transaction(async (tx) => {
        const { player: present, devices } = await lockForSignIn(deps, tx, connection, user.id);
        if (present.email !== user.email) throw refuse("accounts.unknown_email");
        const isKnown = !config.loginVerification || knownAmong(devices, present.id, clock.now()) !== undefined;
        const isEnough = present.role === "player" && isKnown;
        // Only a code gives an invited person the role.
        return isEnough && !(await findOpen(tx, present.email, clock.now()))
          ? enter(tx, present, "device", devices)
          : undefined;
      });
      if (byDevice) return byDevice;
      const { expiresAt, cookie } = await mailCode(deps, connection, user, { purpose: "sign_in" }, body.language);
      const challenge = { expiresAt: expiresAt.toISOString() };
      return { status: 202, body: { challenge }, headers: { "set-cookie": [cookie] } };
    },

    logout: async ({ caller, connection }) => {
      const hash = readSession(connection);
      if (hash) await store.deleteSignIn(db, hash);
      if (caller) hub.announce(callerTopic(caller.id));
      return { status: 204, body: undefined, headers: { "set-cookie": [clearedCookie("session", connection.secure)] } };
    },

    forgetDevice: async ({ caller, connection }) => {
      const devices = await devicesOf(deps, db, connection);
      const hash = readSession(connection);
      await db.transaction(async (tx) => {
        for (const device of devices) if (device.userId === caller.id) await endDevice(deps, tx, device);
        if (hash) await store.deleteSignIn(tx, hash);
        tx.afterCommit(() => hub.announce(callerTopic(caller.id)));
      });
      // Other accounts of this browser stay known.
      const others = devices.filter((device) => device.userId !== caller.id).map(({ id }) => id);
      const cookies = [
        clearedCookie("session", connection.secure),
        deviceCookie(others, config.sessionSecrets, connection.secure),
      ];
      return { status: 204, body: undefined, headers: { "set-cookie": cookies } };
    },

    me: async ({ caller }) => ({ status: 200, body: { user: toUser(await ownRow(db, caller, caller.id)) } }),

    updateUser: async ({ caller, params, body, connection }) => {
      const found = await ownRow(db, caller, params.id);
      const profile = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.phone === undefined ? {} : { phone: body.phone || null }),
        ...(body.language === undefined ? {} : { language: body.language }),
        ...(body.namedAsWinner === undefined ? {} : { namedAsWinner: body.namedAsWinner }),
      };
      const { email } = body;
      if (email === undefined)
        return { status: 200, body: { user: toUser(await store.updateUser(db, found.id, profile)) } };
      const isOf = (row: store.UserRow) => row.email.toLowerCase() === email.toLowerCase();
      // Locked, because the address may be changed at the same moment: what was its own is then another one.
      const save = () =>
        db.transaction(async (tx) => {
          const user = await store.lockPlayer(tx, found.id);
          return { user, saved: isOf(user) && (await store.updateUser(tx, user.id, { ...profile, email })) };
        });
      const { user, saved } = isOf(found) ? await save() : { user: found, saved: false as const };
      if (saved) return { status: 200, body: { user: toUser(saved) } };
      const change = { caller, connection, user, email, profile };
      return body.code ? changeEmail(deps, change, body.code) : askForEmailCode(deps, change);
    },
  };
}
