/** The handlers of booking: a player's orders. */
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type bookingRoutes, refuse } from "../contract.ts";
import * as store from "./store.ts";

export function bookingHandlers({ db }: { db: Db }): Handlers<typeof bookingRoutes> {
  return {
    listOrders: async ({ caller }) => ({ status: 200, body: { orders: await store.readOrders(db, caller.id) } }),
    getOrder: async ({ caller, params }) => {
      const [order] = await store.readOrders(db, caller.id, params.id);
      if (!order) throw refuse("booking.order_not_found");
      return { status: 200, body: { order } };
    },
  };
}
