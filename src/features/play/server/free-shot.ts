/** The free tee time shot: one for each player in a course-local day, a few for each browser and address. */
import { randomUUID } from "node:crypto";
import { findUser, lockPlayer } from "#features/accounts/server/store.ts";
import { refuse as refuseBooking } from "#features/booking/contract.ts";
import { checkBay } from "#features/booking/rules.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { FREE_SHOT_PACKAGE_ID, freeShotPackage } from "#features/courses/rules.ts";
import { findCourse } from "#features/courses/server/store.ts";
import { violates } from "#platform/server/db/errors.ts";
import type { Caller, Connection } from "#platform/server/http/handlers.ts";
import { localDay } from "#platform/shared/days.ts";
import { refuse } from "../contract.ts";
import { FREE_SHOTS_A_BROWSER, FREE_SHOTS_AN_ADDRESS, secondsToNextDay, teeTimeInstant } from "../rules.ts";
import type { ShotDeps } from "./shots.ts";
import { startSession } from "./start.ts";
import * as store from "./store.ts";

/**
 * Starts the free shot.
 * @throws booking.bay_required, play.tee_time_*, courses.not_found, play.free_shot_used (429, before any 409),
 *   play.active_session
 */
export async function startFreeShot(
  { db, clock, announce }: Pick<ShotDeps, "db" | "clock" | "announce">,
  caller: Caller,
  connection: Connection,
  wanted: { courseId: number; bayNumber?: number | undefined; teeTime?: string | undefined },
): Promise<store.SessionRow> {
  const { bayNumber, teeTime } = wanted;
  if (teeTime === undefined) throw refuse("play.tee_time_required");
  if (bayNumber === undefined) throw refuseBooking("booking.bay_required");
  const course = await findCourse(db, wanted.courseId);
  if (!course) throw refuseCourse("courses.not_found");
  checkBay(bayNumber, course.bayCount);
  const now = clock.now();
  const at = teeTimeInstant(teeTime, course.timeZone, now);
  const day = localDay(now, course.timeZone);
  const tooMany = () => refuse("play.free_shot_used", { retryAfter: secondsToNextDay(now, course.timeZone) });

  return db
    .transaction(async (tx) => {
      await lockPlayer(tx, caller.id);
      const player = await findUser(tx, caller.id);
      if (!player) throw refuse("play.not_found");
      // The row of the day is inserted first, so that a used-up free shot (429) is refused before an active session (409).
      const sessionId = randomUUID();
      await connection.key?.keep(tx, sessionId);
      const { browserId } = caller;
      await store.insertFreeShot(tx, {
        userId: caller.id,
        day,
        sessionId,
        browserId,
        address: connection.address,
        createdAt: now,
      });
      const address = connection.exemptFromAddressLimits ? null : connection.address;
      // Free shots from the same browser or address are counted one after another.
      await store.awaitFreeShotTurn(tx, { browserId, address });
      const onBrowser = browserId === null ? 0 : await store.countFreeShots(tx, { browserId }, day);
      const fromAddress = address === null ? 0 : await store.countFreeShots(tx, { address }, day);
      if (onBrowser > FREE_SHOTS_A_BROWSER || fromAddress > FREE_SHOTS_AN_ADDRESS) throw tooMany();
      const pack = { id: FREE_SHOT_PACKAGE_ID, type: freeShotPackage.packageType, balls: freeShotPackage.ballCount };
      return startSession(
        tx,
        {
          id: sessionId,
          player,
          course,
          pack,
          bayNumber,
          group: undefined,
          context: "initial",
          freeShot: { teeTime: at },
          now,
        },
        announce,
      );
    })
    .catch((error: unknown) => {
      if (violates(error, "course_is_not_closed")) throw refuseCourse("courses.not_found");
      throw violates(error, "one_free_shot_a_day") ? tooMany() : error;
    });
}
