/**
 * Orders at one course that are opened at the same moment share a transaction. Whoever something stands in the way of is
 * left to `openOrder`, which decides and refuses.
 */
import { isRefused } from "#platform/server/db/errors.ts";
import { firstOfEach, together } from "#platform/server/db/together.ts";
import { type Payer, declinesWait } from "./declines.ts";
import type { PaymentDeps } from "./deps.ts";
import { insertOrders, lockFreeStandings, type NewAttempt, type NewOrder } from "./open-store.ts";

/** An order with its first attempt, but for the moment at which they are made. */
export interface Opening {
  payer: Payer;
  order: Omit<NewOrder, "createdAt">;
  attempt: Omit<NewAttempt, "createdAt">;
}

/** @returns whether the order was written */
export type OpenShared = (opening: Opening) => Promise<boolean>;

type Deps = Pick<PaymentDeps, "db" | "clock">;

/** Opens orders together. One that comes alone is left to `openOrder`. */
export function ordersTogether(deps: Deps): OpenShared {
  return together<Opening, boolean>(
    async (all) => {
      const firsts = firstOfEach(all, ({ payer }) => payer.userId);
      const opened = firsts.length > 1 ? await openMany(deps, firsts) : new Set<Opening>();
      return (one) => opened.has(one);
    },
    { apart: ({ order }) => order.courseId, atOnce: 1 },
  );
}

async function openMany({ db, clock }: Deps, all: readonly Opening[]): Promise<ReadonlySet<Opening>> {
  return db
    .transaction(async (tx) => {
      const now = clock.now();
      const standings = await lockFreeStandings(tx, all, now);
      const free = all.filter(({ payer }) => {
        const standing = standings.get(payer.userId);
        if (!standing || standing.plays || standing.waiting) return false;
        return declinesWait(payer, standing.declined, now) === undefined;
      });
      if (free.length > 0)
        await insertOrders(
          tx,
          free.map(({ order, attempt }) => ({
            order: { ...order, createdAt: now },
            attempt: { ...attempt, createdAt: now },
          })),
        );
      return new Set(free);
    })
    .catch((error: unknown) => {
      // PostgreSQL refused one, and so wrote none: each is opened by itself. In doubt nothing is tried again.
      if (isRefused(error)) return new Set<Opening>();
      throw error;
    });
}
