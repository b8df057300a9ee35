/** The handlers of the administrators' search through orders, and of one order's file. */
import { formatPlayerId } from "#features/accounts/rules.ts";
import type { ClaimsPort } from "#features/play/server/ports.ts";
import { refuse } from "#features/receipts/contract.ts";
import type { Issue, ReceiptDeps } from "#features/receipts/server/issue.ts";
import { sandboxLast4 } from "#features/receipts/server/store.ts";
import { readCursor, writeCursor } from "#platform/server/db/cursor.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { addDays, instantOf } from "#platform/shared/days.ts";
import { toDollars } from "#platform/shared/money.ts";
import { type orderSearchRoutes } from "../order-contract.ts";
import { readFile } from "./order-file-store.ts";
import { toOrderFile } from "./order-file.ts";
import { searchOrders } from "./order-search-store.ts";

const PAGE = 100;

export function orderSearchHandlers(
  deps: Pick<ReceiptDeps, "db" | "clock"> & { issue: Issue; claims: ClaimsPort; operatorTimeZone: string },
): Handlers<typeof orderSearchRoutes> {
  const { operatorTimeZone: timeZone } = deps;
  return {
    searchOrders: async ({ query }) => {
      // Issues receipts that are due, so that a payment of a moment ago is found by its number, too.
      await deps.issue();
      const found = await searchOrders(deps.db, {
        text: query.q,
        status: query.status,
        courseId: query.courseId,
        packageId: query.packageId,
        from: query.from === undefined ? undefined : instantOf(query.from, 0, 0, timeZone),
        until: query.to === undefined ? undefined : instantOf(addDays(query.to, 1), 0, 0, timeZone),
        sort: query.sort ?? "newest",
        beyond: readCursor(query.cursor)?.id,
        limit: PAGE + 1,
      });
      const page = found.slice(0, PAGE);
      const last = found.length > PAGE ? page.at(-1)?.order : undefined;
      return {
        status: 200,
        body: {
          orders: page.map(
            ({ order, courseName, player, receiptNumber, last4, refundedCents, refundRefused, held }) => ({
              id: order.id,
              number: order.number,
              receiptNumber,
              status: order.status,
              held,
              createdAt: order.createdAt.toISOString(),
              player: {
                id: player.id,
                userId: formatPlayerId(player.playerId),
                name: player.name,
                email: player.email,
              },
              courseId: order.courseId,
              courseName,
              packageName: order.packageName,
              amount: toDollars(order.amountCents),
              refunded: toDollars(refundedCents),
              refundRefused,
              last4,
            }),
          ),
          nextCursor: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
          timeZone,
        },
      };
    },

    getOrderFile: async ({ params }) => {
      await deps.issue();
      const rows = await readFile(deps.db, params.id, deps.clock.now());
      if (!rows) throw refuse("receipts.not_found");
      const claims = await deps.claims.ofSessionsAtDesk(
        deps.db,
        rows.sessions.map((session) => session.id),
      );
      const last4 = await sandboxLast4(
        deps.db,
        rows.payments.map((payment) => payment.id),
      );
      return { status: 200, body: { order: toOrderFile(rows, claims, last4) } };
    },
  };
}
