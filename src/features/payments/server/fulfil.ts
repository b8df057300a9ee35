/** Fulfilling an order: starting the session that it pays for, or trying the start before the charge. */
import { findUser } from "#features/accounts/server/store.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { findCourse } from "#features/courses/server/store.ts";
import type { OrderRow } from "#features/orders/server/store.ts";
import { startSession } from "#features/play/server/start.ts";
import type { Db } from "#platform/server/db/database.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import type { PaymentDeps } from "./deps.ts";

/**
 * Starts the session that an order pays for.
 * @throws courses.not_found, play.active_session, play.bay_taken
 */
async function startOrdered(deps: PaymentDeps, tx: Db, order: OrderRow, now: Date): Promise<string> {
  const [player, course] = [await findUser(tx, order.userId), await findCourse(tx, order.courseId)];
  if (!player || !course) throw refuseCourse("courses.not_found");
  const started = await startSession(
    tx,
    {
      player,
      course,
      pack: { id: order.packageId, type: order.packageType, balls: order.ballCount },
      bayNumber: order.bayNumber ?? 0,
      group: order.groupData ?? undefined,
      context: order.purchaseContext,
      freeShot: undefined,
      now,
    },
    deps.announce,
  );
  return started.id;
}

/** Starts an order's session in a savepoint: a refused start is undone, and the capture is still recorded. */
export async function tryStart(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  now: Date,
): Promise<{ sessionId: string } | "impossible"> {
  try {
    return { sessionId: await tx.transaction((attempt) => startOrdered(deps, attempt, order, now)) };
  } catch (error) {
    if (error instanceof Refusal) return "impossible";
    throw error;
  }
}

class Rehearsed extends Error {}

/**
 * Tries an order's start and undoes it, so that nobody pays for a session that cannot start.
 * @throws what the start itself would be refused with
 */
export async function rehearse(deps: PaymentDeps, tx: Db, order: OrderRow, now: Date): Promise<void> {
  try {
    await tx.transaction(async (attempt) => {
      await startOrdered(deps, attempt, order, now);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}
