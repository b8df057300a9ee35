/** `/course-report?courseId=` and `/admin/course-report/{courseId}`: one course's figures, for its staff too. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import { type Day, localDay } from "#platform/shared/days.ts";
import { urlOf } from "#platform/shared/route.ts";
import { ApiError } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { deviceNow } from "#platform/web/device-clock.ts";
import { choiceText, usePeriod } from "#platform/web/period.ts";
import { headsIn } from "#platform/web/file-language.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { OwnScreens } from "#platform/web/ui/desk-message.tsx";
import { ButtonLink, FileLink } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { PeriodPicker } from "#platform/web/ui/period-picker.tsx";
import { EmptyState, ErrorState, Loading, Skeleton, TextRoom } from "#platform/web/ui/states.tsx";
import { momentText, useNow } from "#platform/web/ui/time.ts";
import { reportRoutes } from "../contract.ts";
import { CourseReportSheet } from "./course-report-sheet.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { reportWords } from "./report-words.ts";

const MINUTE = 60_000;

/** @param courseId the course in the path, instead of the query's */
export function CourseReportScreen({ courseId }: { courseId?: string }) {
  const search = useSearch();
  const asked = courseId ?? new URLSearchParams(search).get("courseId") ?? "";
  return /^\d{1,9}$/.test(asked) ? <OfCourse key={asked} courseId={Number(asked)} /> : <NoCourse />;
}

/** The spec's sentence and a choice of courses. Staff, who have no dashboard, are told what they may open. */
function NoCourse() {
  const words = useWords(reportWords);
  const isStaff = useCaller().role === "staff";
  const { data, error } = useQuery({ ...queryFor(bayRoutes.listBayCourses), refetchOnMount: "always" });
  const courses = data?.courses ?? [];
  if (!data && !error)
    return (
      <AdminShell title={words.title}>
        <Loading label={words.loadingCourses}>
          <Skeleton className="h-72" />
        </Loading>
      </AdminShell>
    );
  return (
    <AdminShell title={words.title}>
      <EmptyState
        title={isStaff ? words.staffMay : words.noneSelected}
        action={isStaff ? <OwnScreens /> : <BackToAdmin />}
      >
        {courses.length > 0 && (
          <nav aria-label={words.reports} className="print:hidden">
            <p>{isStaff ? words.openReport : words.orOpenReport}</p>
            <ul className="mt-2 flex flex-wrap justify-center gap-2">
              {courses.map(({ id, name }) => (
                <li key={id}>
                  <ButtonLink href={deskPaths.courseReport({ courseId: id })} variant="secondary" size="small">
                    {name}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </EmptyState>
    </AdminShell>
  );
}

/** The dashboard is the administrators'; staff go back to their claims. */
function BackToAdmin() {
  const words = useWords(reportWords);
  const { role } = useCaller();
  return (
    <ButtonLink href={role === "admin" ? deskPaths.admin() : deskPaths.prizeVerification()}>{words.back}</ButtonLink>
  );
}

function OfCourse({ courseId }: { courseId: number }) {
  const words = useWords(reportWords);
  const [language] = useLanguage();
  const { choice, period, choose, isToday } = usePeriod();
  const asked = choiceText(choice);
  const days = writeDateFilter(period);
  const of = { params: { courseId }, query: { dateFilter: days } };
  // While another period loads, the name and the clock stay: the focus is on the button of the period.
  const [known, setKnown] = useState<Known>();
  const report = useQuery({
    // As the spec says: never from a cache, and loaded again for each filter.
    ...queryFor(reportRoutes.getCourseReport, of),
    refetchOnMount: "always",
    gcTime: 0,
    // When the same choice has later days since midnight, the report stays where it is until the new one is here. The
    // first days may be those of the device, and then give way to the course's own, which are earlier in America.
    placeholderData: (before) => (known?.asked === asked && known.days < days ? before : undefined),
  });
  const { data, error, isPlaceholderData: isOld, refetch } = report;
  if (data && !isOld && (known?.asOf !== data.asOf || known.asked !== asked))
    setKnown({ asked, days, asOf: data.asOf, name: data.course.name, timeZone: data.timeZone, seenAt: deviceNow() });
  const today = useToday(known);
  isToday(today);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <AdminShell
      wide
      title={data?.course.name ?? known?.name ?? words.title}
      lead={
        data ? (
          <>
            {data.course.address}
            <br />
            {words.asOf(data.timeZone, momentText(data.asOf, data.timeZone, language))}
          </>
        ) : (
          !error && <TextRoom lines={2} />
        )
      }
      actions={(data ?? !error) && <Downloads courseId={courseId} period={period} />}
    >
      {!isUnknown && <PeriodPicker period={choice} today={today} onChoose={choose} />}
      {data ? (
        <div aria-busy={isOld} className={cx("transition-opacity", isOld && "opacity-50")}>
          <CourseReportSheet report={data} />
        </div>
      ) : isUnknown ? (
        <EmptyState title={words.noSuch} action={<BackToAdmin />}>
          {words.noSuchAbout}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
      ) : (
        <LoadingReport />
      )}
    </AdminShell>
  );
}

/** What is kept of the last report, whichever period it was of. */
interface Known {
  /** The choice of days as it was made: `today` is the same one on each day. */
  asked: string;
  /** The days that it was. */
  days: string;
  name: string;
  timeZone: string;
  /** The server's clock, and this device's at that moment. */
  asOf: string;
  seenAt: number;
}

/** The day at the course, which goes on by itself at its midnight. */
function useToday(known: Known | undefined): Day | undefined {
  const now = useNow(MINUTE);
  if (!known) return undefined;
  const passed = Math.max(0, now - known.seenAt);
  return localDay(new Date(Date.parse(known.asOf) + passed), known.timeZone);
}

function Downloads({ courseId, period }: { courseId: number; period: Period }) {
  const words = useWords(reportWords);
  const [language] = useLanguage();
  const of = [{ courseId }, { dateFilter: writeDateFilter(period), ...headsIn(language) }] as const;
  return (
    <>
      <FileLink size="small" href={urlOf(reportRoutes.downloadCourseReport.path, ...of)}>
        {words.download}
      </FileLink>
      <FileLink variant="secondary" size="small" href={urlOf(reportRoutes.downloadCourseReportCsv.path, ...of)}>
        CSV
      </FileLink>
    </>
  );
}

function LoadingReport() {
  const words = useWords(reportWords);
  return (
    <Loading label={words.loading} className="gap-6">
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3 2xl:grid-cols-6">
        {["users", "revenue", "claims", "shots", "jackpot", "distance"].map((key) => (
          <Skeleton key={key} className="h-32" />
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </Loading>
  );
}
