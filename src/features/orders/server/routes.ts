/** The handlers of a player's orders. */
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type orderRoutes, refuse } from "../contract.ts";
import { keptKeys } from "#platform/server/http/idempotency.ts";
import * as store from "./store.ts";

export function orderHandlers({ db, config }: { db: Db; config: Config }): Handlers<typeof orderRoutes> {
  return {
    listOrders: async ({ caller, query: { key } }) => {
      const orders = await (key === undefined
        ? store.readOrders(db, caller.id)
        : store.readOrdersOfKey(db, caller.id, keptKeys(key.trim(), config.sessionSecrets)));
      return { status: 200, body: { orders } };
    },
    getOrder: async ({ caller, params }) => {
      const [order] = await store.readOrders(db, caller.id, params.id);
      if (!order) throw refuse("booking.order_not_found");
      return { status: 200, body: { order } };
    },
  };
}
