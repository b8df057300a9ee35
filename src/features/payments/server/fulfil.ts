/** Fulfilling an order: starting the session that it pays for. */
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { type Start, startSession } from "#features/play/server/start.ts";
import type { SessionRow } from "#features/play/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import type { PaymentDeps } from "./deps.ts";
import type { LockedPayment } from "./settle-store.ts";

/** The start of the session that an order pays for. */
export function startOf({ player, order, course }: LockedPayment, now: Date): Start {
  return {
    player,
    course,
    pack: { id: order.packageId, type: order.packageType, balls: order.ballCount },
    bayNumber: order.bayNumber ?? 0,
    group: order.groupData ?? undefined,
    context: order.purchaseContext,
    freeShot: undefined,
    now,
  };
}

/** @throws courses.not_found, play.active_session, play.bay_taken */
async function startOrdered(deps: PaymentDeps, tx: Db, payment: LockedPayment, now: Date): Promise<SessionRow> {
  if (!payment.course.active) throw refuseCourse("courses.not_found");
  return startSession(tx, startOf(payment, now), deps.announce);
}

/** Starts an order's session in a savepoint: a refused start is undone, and the capture is still recorded. */
export async function tryStart(
  deps: PaymentDeps,
  tx: Db,
  payment: LockedPayment,
  now: Date,
): Promise<SessionRow | "impossible"> {
  try {
    return await tx.transaction((attempt) => startOrdered(deps, attempt, payment, now));
  } catch (error) {
    if (error instanceof Refusal) return "impossible";
    throw error;
  }
}
