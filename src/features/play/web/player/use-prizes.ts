/** The prizes of a session's holes. */
import { useQuery } from "@tanstack/react-query";
import { courseRoutes, holes, type Course, type Hole } from "#features/courses/contract.ts";
import { defaultPrizes } from "#features/courses/rules.ts";
import type { Session } from "#features/play/contract.ts";
import { canTarget } from "#features/play/rules.ts";
import { useKeptOnDevice } from "#platform/web/kept-on-device.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { useNamed } from "#platform/web/translate.ts";

/** Every order at the course raises the pot. */
const POT_MS = 15_000;
const courseReply = courseRoutes.getCourse.replies[200];
const prizesReply = courseRoutes.listSponsoredPrizes.replies[200];

export interface Prizes {
  course: Course | undefined;
  /** The holes of this session, left to right, the jackpot last. */
  holes: readonly Hole[];
  /** The prize names of the sponsored holes; undefined until loaded. */
  names: { left: string; right: string } | undefined;
  /** Reads the prizes again after a claim, which changes the pot. */
  refetch: () => void;
}

export function usePrizes(session: Pick<Session, "courseId" | "packageType">): Prizes {
  const { courseId, packageType } = session;
  const course = useQuery({
    ...queryFor(courseRoutes.getCourse, { params: { id: courseId } }),
    refetchOnMount: everyVisit,
    refetchInterval: POT_MS,
  });
  const prizes = useQuery(queryFor(courseRoutes.listSponsoredPrizes, { query: { courseId } }));
  // Without a connection, the prizes that this device showed last.
  const courseSeen = useKeptOnDevice(`course ${courseId}`, courseReply, course.data);
  const prizesSeen = useKeptOnDevice(`prizes ${courseId}`, prizesReply, prizes.data);
  const known = prizes.data ?? prizesSeen?.value;
  const named = useNamed();
  const nameOf = (hole: "left" | "right") => {
    const own = known?.prizes.find((prize) => prize.hole_type === hole && prize.is_active);
    return named(own?.prize_name ?? defaultPrizes[hole], own?.prize_name_es);
  };
  return {
    course: (course.data ?? courseSeen?.value)?.course,
    holes: holes.filter((hole) => canTarget(hole, packageType)),
    names: known && { left: nameOf("left"), right: nameOf("right") },
    refetch: () => void course.refetch(),
  };
}
