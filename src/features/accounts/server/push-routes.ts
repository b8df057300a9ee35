/** The handlers of notifications on a player's browsers. */
import { randomUUID } from "node:crypto";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import type { Pusher } from "#platform/server/push/push.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuse } from "../contract.ts";
import type { pushRoutes } from "../push-contract.ts";
import * as store from "./push-store.ts";
import { lockPlayer } from "./store.ts";

export function pushHandlers({
  db,
  clock,
  pusher,
}: {
  db: Db;
  clock: Clock;
  pusher: Pusher;
}): Handlers<typeof pushRoutes> {
  return {
    pushKey: async () => ({ status: 200, body: { publicKey: await pusher.publicKey() } }),

    subscribe: async ({ caller, body: { endpoint, keys } }) => {
      if (!pusher.accepts(endpoint)) throw refuse("accounts.unknown_push_service");
      const { browserId } = caller;
      // A sign-in without a device is older than devices.
      if (browserId === null) throw refuse("accounts.not_found");
      const subscription = { userId: caller.id, browserId, endpoint, ...keys, createdAt: clock.now() };
      await db.transaction(async (tx) => {
        // A deleted account gets no subscription any more.
        await lockPlayer(tx, caller.id);
        await store.keepSubscription(tx, { id: randomUUID(), ...subscription });
      });
      return { status: 204, body: undefined };
    },

    unsubscribe: async ({ caller, body }) => {
      await store.removeSubscription(db, caller.id, body.endpoint);
      return { status: 204, body: undefined };
    },
  };
}
