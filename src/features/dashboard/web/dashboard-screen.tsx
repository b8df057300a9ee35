/** `/admin`: all courses, or one, in figures and live, for administrators. The address holds the period and the course. */
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { writeDateFilter } from "#platform/shared/date-filter.ts";
import { localDay } from "#platform/shared/days.ts";
import { ApiError } from "#platform/web/api.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { useCourseChoice } from "#platform/web/course-choice.ts";
import { claimsOf } from "#platform/web/desk-rows.ts";
import { usePeriod } from "#platform/web/period.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { PrizesCard } from "#platform/web/ui/breakdown.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { SelectField } from "#platform/web/ui/field.tsx";
import { CourseChoice } from "#platform/web/ui/course-choice.tsx";
import { Freshness } from "#platform/web/ui/freshness.tsx";
import { PeriodPicker } from "#platform/web/ui/period-picker.tsx";
import { Settled } from "#platform/web/ui/settled.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { type AdminStats, dashboardRoutes } from "../contract.ts";
import { Acquisition, Engagement, Packages, PurchasePattern } from "./breakdowns.tsx";
import { BackupsLine } from "./backups-line.tsx";
import { BooksLine } from "./books-line.tsx";
import { explanations } from "./explanations.ts";
import { NeedsList } from "./needs-list.tsx";
import { LiveSessions } from "./live-sessions.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { SessionTypes } from "./session-types.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { needsOf, useAttention } from "./use-attention.ts";
import { pollEvery, useDashboard } from "./use-dashboard.ts";
import { useWords } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

export function DashboardScreen() {
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  const { productName } = useFrame();
  const { choice, period, choose, isToday } = usePeriod();
  const [course, chooseCourse] = useCourseChoice();
  const { stats, activity, analytics, live } = useDashboard(period, course);
  const attention = useAttention().data;
  const advice = useQuery(queryFor(dashboardRoutes.listAdvice));
  const zone = stats.data?.timeZone;
  // The server's clock: this device's may be wrong.
  const today = stats.data && localDay(new Date(stats.data.asOf), stats.data.timeZone);
  isToday(today);
  return (
    <AdminShell
      wide
      title={words.title(productName)}
      lead={
        <>
          {zone && words.daysOf(zone)}
          <Freshness updatedAt={stats.dataUpdatedAt} every={pollEvery.stats} failed={stats.error !== null} />
        </>
      }
      actions={(stats.data ?? !stats.error) && <ReportSelector courses={stats.data?.popularCourses ?? []} />}
    >
      {attention && needsOf(attention).length > 0 && (
        <section aria-label={words.needsYou} className="rounded-card bg-card p-5 shadow-card">
          <h2 className="mb-3 text-2xl font-bold tracking-tight">{words.needsYou}</h2>
          <NeedsList attention={attention} />
        </section>
      )}
      {advice.data?.advice.map((sentence) => (
        <Banner key={sentence} tone="warning" live="polite">
          <span className="whitespace-pre-line break-all">{sentence}</span>
        </Banner>
      ))}
      {/* What needs somebody comes above the period; the lines of the audit and the backups come above the lists. */}
      <Settled instead={<LoadingFigures />}>
        <PeriodPicker period={choice} today={today} onChoose={choose}>
          <CourseChoice course={course} courses={stats.data?.popularCourses ?? []} onChoose={chooseCourse} />
        </PeriodPicker>
        {/* Without a connection the page says so itself. */}
        {stats.data && stats.error instanceof ApiError && !stats.error.isNetworkFailure && (
          <Banner tone="warning" live="polite">
            {words.notRefreshed}
          </Banner>
        )}
        {stats.data ? (
          <div
            aria-busy={stats.isPlaceholderData}
            className={cx("flex flex-col gap-6 transition-opacity", stats.isPlaceholderData && "opacity-50")}
          >
            <SummaryCards
              course={course}
              stats={stats.data}
              period={period}
              active={live.data?.length}
              waiting={attention?.pendingClaims}
            />
            <BooksLine zone={stats.data.timeZone} />
            <BackupsLine zone={stats.data.timeZone} />
            <div className="grid items-start gap-6 lg:grid-cols-2 2xl:grid-cols-3">
              <div className={column}>
                <LiveSessions sessions={live.data} asOf={live.dataUpdatedAt} />
                <Engagement stats={stats.data} course={course} period={period} />
              </div>
              <div className={column}>
                <RecentActivity
                  activity={activity.data}
                  zone={stats.data.timeZone}
                  asOf={stats.data.asOf}
                  list={`${writeDateFilter(period)} ${course ?? ""}`}
                />
                <PurchasePattern stats={stats.data} course={course} period={period} />
              </div>
              <div className={column}>
                <SessionTypes analytics={analytics.data} period={period} course={course} />
                <PrizesCard
                  about={about.prizes}
                  claims={stats.data.prizeBreakdown}
                  hrefOf={(hole) => claimsOf(period, course, { hole, days: "operator" })}
                />
              </div>
              <div
                className={cx(column, "2xl:col-span-3 2xl:grid 2xl:grid-cols-3 2xl:items-start 2xl:*:last:col-span-2")}
              >
                <Acquisition stats={stats.data} course={course} period={period} />
                <Packages stats={stats.data} course={course} period={period} />
              </div>
            </div>
          </div>
        ) : stats.error ? (
          <ErrorState error={stats.error} onRetry={() => void stats.refetch()} title={words.failed} />
        ) : (
          <LoadingFigures />
        )}
      </Settled>
      <footer className="border-t border-line pt-4 text-ink-soft">{words.updates}</footer>
    </AdminShell>
  );
}

/** Cards under each other: nothing moves from one column to another when one grows. */
const column = "flex min-w-0 flex-col gap-6 *:min-w-0";

function ReportSelector({ courses }: { courses: AdminStats["popularCourses"] }) {
  const words = useWords(dashboardWords);
  const [, navigate] = useLocation();
  return (
    <div className="w-72 max-w-full">
      <SelectField
        label={words.reports}
        value=""
        onChange={({ currentTarget }) => navigate(deskPaths.courseReport({ courseId: Number(currentTarget.value) }))}
      >
        <option value="" disabled>
          {words.openReport}
        </option>
        {courses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function LoadingFigures() {
  const words = useWords(dashboardWords);
  return (
    <Loading label={words.loading} className="gap-6">
      <p aria-hidden className="text-ink-soft">
        {words.loading}…
      </p>
      <div className="grid grid-cols-2 gap-4 *:last:max-md:col-span-2 md:grid-cols-3 xl:grid-cols-5">
        {["users", "revenue", "claims", "sessions", "shots"].map((key) => (
          <Skeleton key={key} className="h-32" />
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-2 2xl:grid-cols-3">
        {["live", "activity", "types", "engagement", "sources", "pattern"].map((key) => (
          <Skeleton key={key} className="h-72" />
        ))}
      </div>
    </Loading>
  );
}
