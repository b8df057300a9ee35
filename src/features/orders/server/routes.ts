/** The handlers of a player's orders. */
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type orderRoutes, refuse } from "../contract.ts";
import * as store from "./store.ts";

export function orderHandlers({ db }: { db: Db }): Handlers<typeof orderRoutes> {
  return {
    listOrders: async ({ caller }) => ({ status: 200, body: { orders: await store.readOrders(db, caller.id) } }),
    getOrder: async ({ caller, params }) => {
      const [order] = await store.readOrders(db, caller.id, params.id);
      if (!order) throw refuse("booking.order_not_found");
      return { status: 200, body: { order } };
    },
  };
}
