/** Starts a session that was paid ahead. A paid order pays for one session. */
import { holdPlayers, lockPlayer } from "#features/accounts/server/store.ts";
import { refuse as refuseBooking } from "#features/booking/contract.ts";
import { checkBay, checkGroup } from "#features/booking/rules.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { findAnyCourse, findAnyPackage } from "#features/courses/server/store.ts";
import { bookStart } from "#features/orders/server/deferred.ts";
import { readHold } from "#features/orders/server/hold-store.ts";
import { readWaitingGroups, setOrder, takePaidOrder } from "#features/orders/server/store.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import type { RequestOf } from "#platform/shared/route.ts";
import { type playRoutes, refuse } from "../contract.ts";
import type { ShotDeps } from "./shots.ts";
import { friendsIn, startSession } from "./start.ts";
import type { SessionRow } from "./store.ts";

/**
 * Starts a session from the named paid order, or from the oldest one for that course and package. It starts even if
 * nothing is sold at the course any more, or the package has been withdrawn since the payment.
 * @throws courses.not_found, courses.no_package, booking.*, play.active_session, play.bay_taken, play.disputed, play.not_paid
 */
export async function startPaid(
  { db, clock, announce }: Pick<ShotDeps, "db" | "clock" | "announce">,
  caller: Caller,
  wanted: RequestOf<(typeof playRoutes)["startSession"]>["body"],
  key: KeyInUse | undefined,
): Promise<SessionRow> {
  const course = await findAnyCourse(db, wanted.courseId);
  if (!course || course.closedAt) throw refuseCourse("courses.not_found");
  const pack = await findAnyPackage(db, wanted.packageId);
  if (!pack) throw refuseCourse("courses.no_package");
  return db.transaction(async (tx) => {
    const now = clock.now();
    const player = await lockPlayer(tx, caller.id);
    const drafts = wanted.groupData ? [wanted.groupData] : await readWaitingGroups(tx, caller.id);
    await holdPlayers(tx, drafts.flatMap(friendsIn));
    const order = await takePaidOrder(tx, caller.id, wanted);
    if (!order && !course.active) throw refuseCourse("courses.not_found");
    if (!order && !pack.active) throw refuseCourse("courses.no_package");
    const balls = order?.ballCount ?? pack.ballCount;
    const context = wanted.purchaseContext ?? order?.purchaseContext ?? "initial";
    const draft = wanted.groupData ?? order?.groupData ?? undefined;
    const group =
      draft && checkGroup(draft, { packageBalls: balls, bayCount: course.bayCount, context, buyer: caller.playerId });
    const bayNumber = group?.mainPlayer.bayNumber ?? wanted.bayNumber ?? order?.bayNumber;
    if (bayNumber === undefined || bayNumber === null) throw refuseBooking("booking.bay_required");
    checkBay(bayNumber, course.bayCount);
    const started = await startSession(
      tx,
      {
        player,
        course,
        pack: { id: pack.id, type: order?.packageType ?? pack.packageType, balls },
        bayNumber,
        group,
        context,
        freeShot: undefined,
        now,
      },
      announce,
    );
    // This check comes last, so that an active session is refused before a missing payment. The transaction undoes the start.
    if (!order) throw refuse("play.not_paid");
    if (await readHold(tx, order.id)) throw refuse("play.disputed");
    // The order keeps the group that plays. Who was named at the payment and stayed away is not named in it any more.
    const changed = wanted.groupData && group ? { groupData: group } : {};
    await setOrder(tx, order.id, { status: "fulfilled", sessionId: started.id, ...changed });
    await key?.keep(tx, started.id);
    await bookStart(tx, order, now);
    return started;
  });
}
