/** `/admin/bays`: all bays of a course as tiles, for its staff and for administrators. */
import { useQuery } from "@tanstack/react-query";
import { Radio, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { type BayBoard, bayRoutes } from "#features/play/bay-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { SelectField } from "#platform/web/ui/field.tsx";
import { Settled } from "#platform/web/ui/settled.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { BayTiles } from "./bay-tiles.tsx";
import type { ClaimsSource } from "./claims-at-bays.ts";
import { useBays } from "./use-bays.ts";
import { bayBoardWords } from "./words.ts";

interface BaysScreenProps {
  Claims: ClaimsSource;
}

export function BaysScreen({ Claims }: BaysScreenProps) {
  const words = useWords(bayBoardWords);
  const known = useQuery({ ...queryFor(bayRoutes.listBayCourses), refetchOnMount: "always" });
  const asked = Number(new URLSearchParams(useSearch()).get("course"));
  const [, navigate] = useLocation();
  if (!known.data) {
    return (
      <AdminShell title={words.title}>
        {known.error ? (
          <ErrorState error={known.error} onRetry={() => void known.refetch()} title={words.coursesFailed} />
        ) : (
          <LoadingBays />
        )}
      </AdminShell>
    );
  }
  const { courses } = known.data;
  const course = courses.find(({ id }) => id === asked) ?? courses[0];
  if (!course) {
    return (
      <AdminShell title={words.title}>
        <EmptyState title={words.noCourse}>{words.noCourseAbout}</EmptyState>
      </AdminShell>
    );
  }
  const picker = courses.length > 1 && (
    <div className="w-84 max-w-full">
      <SelectField
        label={words.course}
        value={course.id}
        onChange={({ currentTarget }) =>
          navigate(deskPaths.bays({ course: Number(currentTarget.value) }), { replace: true })
        }
      >
        {courses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
  return <Board key={course.id} course={course} picker={picker} Claims={Claims} />;
}

interface BoardProps extends BaysScreenProps {
  course: BayBoard["course"];
  picker: ReactNode;
}

function Board({ course, picker, Claims }: BoardProps) {
  const words = useWords(bayBoardWords);
  const { board, connected, resume } = useBays(course.id);
  const Live = connected ? Radio : RefreshCw;
  return (
    <Claims courseId={course.id} timeZone={course.timeZone}>
      {(claims) => (
        <AdminShell
          wide
          title={words.title}
          lead={
            <span className="flex flex-wrap items-center gap-x-3">
              {words.times(course.name, course.timeZone)}
              <span className="inline-flex items-center gap-1.5 font-semibold">
                <Live aria-hidden className="size-4.5" />
                {connected ? words.live : words.polled}
              </span>
            </span>
          }
          actions={
            <>
              <ButtonLink
                href={deskPaths.todaysRefunds({ course: course.id })}
                variant="secondary"
                size="small"
                className="self-end"
              >
                {words.refunds}
              </ButtonLink>
              {picker}
            </>
          }
        >
          {claims.banner}
          {board.error && board.data && (
            <Banner tone="warning" live="polite">
              {words.notRefreshed}
            </Banner>
          )}
          {board.data ? (
            // A claim that has waited rings above the tiles.
            <Settled instead={<LoadingBays />}>
              <BayTiles board={board.data} resume={resume} claims={claims} />
            </Settled>
          ) : board.error ? (
            <ErrorState error={board.error} onRetry={() => void board.refetch()} title={words.failed} />
          ) : (
            <LoadingBays />
          )}
        </AdminShell>
      )}
    </Claims>
  );
}

function LoadingBays() {
  return (
    <Loading label={useWords(bayBoardWords).loading}>
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </Loading>
  );
}
