/** The handlers of the profile: devices, the export of one's data, the deletion of one's account; and fellow players. */
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import { lettersOf } from "#platform/server/mail/person.ts";
import { refuse } from "../contract.ts";
import type { profileRoutes } from "../profile-contract.ts";
import { DEVICE_DAYS, displayName, formatPlayerId, parsePlayerId } from "../rules.ts";
import { clearedCookie, deviceCookie } from "./cookies.ts";
import type { AccountDeps } from "./deps.ts";
import { endDevice, endSignIns } from "./ending.ts";
import { eraseAccount } from "./erasure.ts";
import type { Records } from "./ports.ts";
import * as records from "./profile-store.ts";
import { devicesOf, stillSignedIn } from "./sign-in.ts";
import * as store from "./store.ts";
import { isCaller, toUser } from "./view.ts";

const DAY_MS = 86_400_000;

/** The signed-in player's own row, named by id or player ID; another person's is not found. */
export async function ownRow(db: Db, caller: Caller, named: string): Promise<store.UserRow> {
  if (!isCaller(caller, named)) throw refuse("accounts.not_found");
  const row = await store.findUser(db, caller.id);
  if (!row || row.deletedAt) throw refuse("accounts.not_found");
  return row;
}

export function profileHandlers(deps: AccountDeps): Handlers<typeof profileRoutes> {
  const { db, clock, config, keepers } = deps;

  return {
    getUser: async ({ caller, params }) => ({
      status: 200,
      body: { user: toUser(await ownRow(db, caller, params.id)) },
    }),

    updateNotifications: async ({ caller, params, body }) => {
      const user = await ownRow(db, caller, params.id);
      const change = await store.updateUser(db, user.id, body);
      return { status: 200, body: { user: toUser(change) } };
    },

    lookUpPlayer: async ({ params }) => {
      const playerId = parsePlayerId(params.userId);
      const found = playerId ? await store.findUserByPlayerId(db, playerId) : undefined;
      if (!found) throw refuse("accounts.not_found");
      return {
        status: 200,
        body: { player: { userId: formatPlayerId(found.playerId), displayName: displayName(found.name) } },
      };
    },

    listDevices: async ({ caller, connection }) => {
      const now = clock.now();
      const usedAfter = new Date(now.getTime() - DEVICE_DAYS * DAY_MS);
      const here = (await devicesOf(deps, db, connection)).map(({ id }) => id);
      const rows = await records.listDevices(db, caller.id, usedAfter, now);
      return {
        status: 200,
        body: {
          devices: rows.map(({ device, isSignedIn }) => ({
            id: device.id,
            label: device.label,
            isCurrent: here.includes(device.id),
            isSignedIn,
            firstUsedAt: device.createdAt.toISOString(),
            lastUsedAt: device.lastUsedAt.toISOString(),
          })),
        },
      };
    },

    forgetOneDevice: async ({ caller, params, connection }) => {
      const device = await records.findDevice(db, caller.id, params.id);
      if (!device) throw refuse("accounts.no_device");
      const here = await devicesOf(deps, db, connection);
      await db.transaction(async (tx) => {
        await stillSignedIn(tx, connection, caller.id);
        await endDevice(deps, tx, device);
      });
      if (!here.some(({ id }) => id === device.id)) return { status: 204, body: undefined };
      // Other accounts of this browser stay known.
      const others = here.filter(({ id }) => id !== device.id).map(({ id }) => id);
      const cookies = [
        clearedCookie("session", connection.secure),
        deviceCookie(others, config.sessionSecrets, connection.secure),
      ];
      return { status: 204, body: undefined, headers: { "set-cookie": cookies } };
    },

    endOtherSessions: async ({ caller, body, connection }) => {
      const here = (await devicesOf(deps, db, connection)).map(({ id }) => id);
      const ended = await db.transaction(async (tx) => {
        const signIn = await stillSignedIn(tx, connection, caller.id);
        return endSignIns(deps, tx, caller.id, { signIn, devices: body.forget ? here : "all" });
      });
      return { status: 200, body: { ended } };
    },

    exportUser: async ({ caller, params }) => {
      const user = isCaller(caller, params.id) ? await store.findUser(db, caller.id) : undefined;
      if (!user) throw refuse("accounts.not_found");
      const now = clock.now().toISOString();
      const kept: Records[] = [
        await records.readRecords(db, user.id),
        ...(await Promise.all(keepers.map((keeper) => keeper.recordsOf(db, user.id)))),
        { mails: await lettersOf(db, user.id) },
      ];
      const merged = Object.entries(Object.assign({}, ...kept) as Records); // Of records nothing but records is made.
      const name = `${config.productName}-${user.playerId}-${now.slice(0, 10)}.json`.replaceAll(/[^\w.-]+/g, "-");
      return {
        status: 200,
        body: {
          exportedAt: now,
          account: {
            ...toUser(user),
            emailProvedAt: user.emailProvedAt?.toISOString() ?? null,
            formerEmails: user.formerEmails,
            termsVersion: user.termsVersion,
          },
          records: Object.fromEntries(merged.map(([what, rows]) => [what, rows.map((row) => ({ ...row }))])),
        },
        headers: { "content-disposition": `attachment; filename="${name}"` },
      };
    },

    deleteUser: async ({ caller, params, connection }) => {
      if (!isCaller(caller, params.id)) throw refuse("accounts.not_found");
      await db.transaction(async (tx) => {
        const user = await store.lockPlayer(tx, caller.id);
        await stillSignedIn(tx, connection, user.id);
        await eraseAccount(deps, tx, user, user.id);
      });
      const here = await devicesOf(deps, db, connection);
      const cookies = [
        clearedCookie("session", connection.secure),
        // The deleted account's own devices are gone by now; other accounts of this browser stay known.
        deviceCookie(
          here.map(({ id }) => id),
          config.sessionSecrets,
          connection.secure,
        ),
      ];
      return { status: 204, body: undefined, headers: { "set-cookie": cookies } };
    },
  };
}
