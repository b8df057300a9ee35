/** The handlers of a player's orders. */
import type { Config } from "#platform/server/config.ts";
import { readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type orderRoutes, refuse } from "../contract.ts";
import { keptKeys } from "#platform/server/http/idempotency.ts";
import * as store from "./store.ts";

const PAGE = 200;

export function orderHandlers({ db, config }: { db: Db; config: Config }): Handlers<typeof orderRoutes> {
  return {
    listOrders: async ({ caller, query: { key, cursor } }) => {
      if (key !== undefined) {
        const made = await store.readOrdersOfKey(db, caller.id, keptKeys(key.trim(), config.sessionSecrets));
        return { status: 200, body: { orders: made, nextCursor: null } };
      }
      const found = await store.readOrderPage(db, caller.id, readCursor(cursor)?.id, PAGE + 1);
      const orders = found.slice(0, PAGE);
      const last = found.length > PAGE ? orders.at(-1) : undefined;
      const nextCursor = last ? writeCursor({ at: new Date(last.createdAt), id: last.id }) : null;
      return { status: 200, body: { orders, nextCursor } };
    },
    getOrder: async ({ caller, params }) => {
      const [order] = await store.readOrders(db, caller.id, params.id);
      if (!order) throw refuse("booking.order_not_found");
      return { status: 200, body: { order } };
    },
  };
}
