/** Turns step 2's selections into the data of checkout, or into the sentence that says what is missing. */
import type { BallPackage, Course } from "#features/courses/contract.ts";
import { checkBay, checkGroup } from "#features/booking/rules.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import { translated } from "#platform/web/translate.ts";
import { wordsNow } from "#platform/web/words.ts";
import { isFreeShot, packageInfoOf, type CheckoutData, type Selections } from "./selections.ts";
import { bookingWords } from "./words.ts";

export interface StepProblem {
  field: "bay" | "teeTime" | "group";
  message: string;
  toast: { title: string; description?: string };
}

type Result = { ok: true; data: CheckoutData } | { ok: false; problem: StepProblem };

/** @param buyer the golfer's own player ID */
export function checkoutOf(selections: Selections, chosen: BallPackage, course: Course, buyer: string): Result {
  const free = isFreeShot(chosen.id);
  if (free && selections.teeTime.trim() === "") {
    const { teeTimeMissing: message, teeTimeRequired: title } = wordsNow(bookingWords);
    return {
      ok: false,
      problem: { field: "teeTime", message, toast: { title, description: message } },
    };
  }
  const packageInfo = packageInfoOf(chosen, course);
  const choice = { courseId: course.id, packageId: chosen.id, purchaseContext: "initial" as const };
  try {
    if (selections.sessionType === "group") {
      const groupData = groupOf(selections, chosen, course, buyer);
      return {
        ok: true,
        data: { sessionData: { ...choice, bayNumber: groupData.mainPlayer.bayNumber, groupData }, packageInfo },
      };
    }
    const { bayNumber } = selections;
    if (bayNumber === undefined) return failed("bay", wordsNow(bookingWords).bayRequired);
    checkBay(bayNumber, course.bayCount);
    return {
      ok: true,
      data: { sessionData: { ...choice, bayNumber, ...(free ? { teeTime: selections.teeTime } : {}) }, packageInfo },
    };
  } catch (error) {
    if (error instanceof Refusal)
      return failed(selections.sessionType === "group" ? "group" : "bay", translated(error.message, error.code));
    throw error;
  }
}

function failed(field: StepProblem["field"], message: string): Result {
  return { ok: false, problem: { field, message, toast: { title: message } } };
}

/** @throws booking.group_invalid, booking.bay_unknown */
function groupOf(
  selections: Selections,
  chosen: BallPackage,
  course: Course,
  buyer: string,
): NonNullable<CheckoutData["sessionData"]["groupData"]> {
  const draft = {
    mainPlayer: { bayNumber: selections.bayNumber ?? 0, ballCount: selections.ownBalls },
    friends: selections.friends.map((slot) => ({
      userId: slot.userId.trim() || undefined,
      name: slot.name.trim() || undefined,
      bayNumber: slot.bayNumber ?? 0,
      ballCount: slot.ballCount,
    })),
  };
  return checkGroup(draft, {
    packageBalls: chosen.ballCount,
    bayCount: course.bayCount,
    context: "initial",
    buyer,
  });
}
