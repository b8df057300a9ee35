/** The player's sessions, newest first, page by page. */
import { useQuery } from "@tanstack/react-query";
import { courseRoutes, type Course } from "#features/courses/contract.ts";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { MorePages, usePages } from "#platform/web/pages.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { historyWords } from "./history-words.ts";
import { lastRunningGame } from "./last-game.ts";

export function SessionHistory() {
  const words = useWords(historyWords);
  const { id } = useCaller();
  const courses = useQuery(queryFor(courseRoutes.listCourses)).data?.courses;
  const newest = queryFor(playRoutes.listSessions, { params: { id } });
  const { data, error, refetch } = useQuery({ ...newest, refetchOnMount: "always" });
  const { pages, more } = usePages({
    queryKey: newest.queryKey,
    first: data,
    read: async (send) => (await call(playRoutes.listSessions, { params: { id }, ...send })).body,
  });
  if (!data) {
    if (error) {
      const running = lastRunningGame(id);
      return (
        <>
          <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
          {running && (
            <ButtonLink href={paths.game({ session: running.id })} wide>
              {words.resume}
            </ButtonLink>
          )}
        </>
      );
    }
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </Loading>
    );
  }
  const sessions = pages.flatMap((page) => page.sessions);
  if (sessions.length === 0) return <p className="text-ink-soft">{words.none}</p>;
  return (
    <>
      <ol className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            course={courses?.find((course) => course.id === session.courseId)}
          />
        ))}
      </ol>
      <MorePages more={more} />
    </>
  );
}

function SessionRow({ session, course }: { session: Session; course: Course | undefined }) {
  const words = useWords(historyWords);
  const [language] = useLanguage();
  const facts = [
    session.isFreeShot ? words.freeShot : words.shots(session.attempts, session.ballsBought),
    words.bay(session.bayNumber),
    ...(session.groupData || session.mainSessionId ? [words.group] : []),
    ...(session.claims.length > 0 ? [words.claims(session.claims.length)] : []),
  ];
  return (
    <li className="flex flex-col items-start gap-1 py-4 first:pt-0 last:pb-0">
      <p className="font-bold wrap-anywhere">{course?.name ?? words.someCourse}</p>
      <p className="text-ink-soft">{momentText(session.startedAt, course?.timeZone, language)}</p>
      <p className="tabular">{facts.join(" · ")}</p>
      {session.status !== "completed" && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <StatusBadge tone="waiting">{words.open}</StatusBadge>
          <ButtonLink href={paths.game({ session: session.id })} size="small" variant="secondary">
            {words.resume}
          </ButtonLink>
        </div>
      )}
    </li>
  );
}
