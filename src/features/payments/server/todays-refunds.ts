/** The handler of a course's refunds of today, for its staff. */
import { displayName } from "#features/accounts/rules.ts";
import { reachCourse } from "#features/play/server/bays.ts";
import type { ClaimsPort } from "#features/play/server/ports.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { instantOf, localDay, nextMidnight } from "#platform/shared/days.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { TodaysRefundState, todaysRefundRoutes } from "../todays-refunds-contract.ts";
import { refundedOrders } from "./todays-refunds-store.ts";

const states = {
  due: "on_its_way",
  settled: "sent",
  failed: "refused",
  paid_otherwise: "paid_otherwise",
  dropped: "stopped",
  cancelled: "stopped",
} as const satisfies Readonly<Record<string, TodaysRefundState>>;

export function todaysRefundHandlers(deps: {
  db: Db;
  clock: Clock;
  claims: Pick<ClaimsPort, "undecidedAt">;
}): Handlers<typeof todaysRefundRoutes> {
  return {
    listTodaysRefunds: async ({ caller, params }) => {
      const now = deps.clock.now();
      const { id, name, timeZone } = await reachCourse(deps, caller, params.id, now);
      const dawn = instantOf(localDay(now, timeZone), 0, 0, timeZone);
      const found = await refundedOrders(deps.db, id, dawn, nextMidnight(now, timeZone));
      const orders = found.map(({ number, name: player, bay, boughtAt, cents, refunds }) => ({
        orderNumber: number,
        playerName: displayName(player),
        bayNumber: bay,
        boughtAt: new Date(boughtAt).toISOString(),
        price: toDollars(cents),
        refunds: refunds.map((refund) => ({ amount: toDollars(refund.cents), state: states[refund.status] })),
      }));
      return { status: 200, body: { course: { id, name, timeZone }, orders } };
    },
  };
}
