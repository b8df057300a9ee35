/** Whether a golfer has had today's free shot, by their own sessions. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Course, courseRoutes } from "#features/courses/contract.ts";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { type Day, localDay } from "#platform/shared/days.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deviceNow } from "#platform/web/device-clock.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { useServerNow } from "#platform/web/ui/server-clock.ts";

/** Whether one of the sessions is a free shot of a day, each on the clock of its own course. */
export function hasFreeShotOn(
  day: Day,
  sessions: readonly Pick<Session, "isFreeShot" | "startedAt" | "courseId">[],
  courses: readonly Pick<Course, "id" | "timeZone">[],
): boolean {
  return sessions.some(({ isFreeShot, startedAt, courseId }) => {
    const course = courses.find(({ id }) => id === courseId);
    return isFreeShot && course !== undefined && localDay(new Date(startedAt), course.timeZone) === day;
  });
}

interface FreeShotWatchProps {
  /** The course whose calendar decides the day. */
  courseId: number;
  /** Called once the sessions of now have come, or cannot come: then the server decides. */
  onKnown: (isUsed: boolean) => void;
}

/** Draws nothing. */
export function FreeShotWatch({ courseId, onKnown }: FreeShotWatchProps) {
  const { id } = useCaller();
  const all = useQuery(queryFor(courseRoutes.listCourses));
  const courses = all.data?.courses;
  const own = useQuery({ ...queryFor(playRoutes.listSessions, { params: { id } }), refetchOnMount: everyVisit });
  const { data } = own;
  // While it is asked for again: a list from before may lack the free shot.
  const isSettled = !all.isLoading && !own.isFetching;
  const [opened] = useState(() => new Date(deviceNow()).toISOString());
  // The day is the server's: a device's clock may be wrong.
  const now = useServerNow(data?.serverNow ?? opened, 1000);
  const course = courses?.find((one) => one.id === courseId);
  const isUsed =
    courses !== undefined &&
    course !== undefined &&
    hasFreeShotOn(localDay(new Date(now), course.timeZone), data?.sessions ?? [], courses);
  useEffect(() => {
    if (isUsed || isSettled) onKnown(isUsed);
  }, [isUsed, isSettled, onKnown]);
  return null;
}
