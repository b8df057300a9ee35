/** `/admin/settlement`: a course's settled month. The address holds course and month. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearch } from "wouter";
import { urlOf } from "#platform/shared/route.ts";
import { ApiError } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { ButtonLink, FileLink } from "#platform/web/ui/button.tsx";
import { SelectField } from "#platform/web/ui/field.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { EmptyState, ErrorState, Loading, Skeleton, TextRoom } from "#platform/web/ui/states.tsx";
import { type ReportedCourse, reportRoutes } from "../contract.ts";
import { journalRoutes } from "../journal-contract.ts";
import { monthName, monthsFrom, periodWords } from "../rules.ts";
import { CourseMonths } from "./course-months.tsx";
import { MonthState } from "./month-state.tsx";
import { SettlementMail } from "./settlement-mail.tsx";
import { SettlementSheet } from "./settlement-sheet.tsx";
import { useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { settlementWords } from "./settlement-words.ts";

export function SettlementScreen() {
  const words = useWords(settlementWords);
  const { data, error, refetch } = useQuery({ ...queryFor(reportRoutes.listSettlements), refetchOnMount: "always" });
  if (data && data.courses.length > 0) return <OfCourses courses={data.courses} />;
  return (
    <AdminShell title={words.title}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.coursesFailed} />
      ) : data ? (
        <EmptyState title={words.noCourse}>{words.noCourseAbout}</EmptyState>
      ) : (
        <SheetSkeleton />
      )}
    </AdminShell>
  );
}

/** All courses together, as a choice beside single ones. */
const ALL = "all";

function OfCourses({ courses }: { courses: readonly ReportedCourse[] }) {
  const words = useWords(settlementWords);
  const [language] = useLanguage();
  const asked = new URLSearchParams(useSearch());
  const step = useStep();
  const known = courses.find(({ id }) => String(id) === asked.get("course")) ?? courses[0];
  if (!known) return null;
  const id = asked.get("course") === ALL ? ALL : known.id;
  const of = id === ALL ? courses : [known];
  const first = of.map(({ firstMonth }) => firstMonth).toSorted()[0] ?? known.firstMonth;
  const current = of.map(({ currentMonth }) => currentMonth).toSorted()[0] ?? known.currentMonth;
  const months = monthsFrom(first, current);
  const month = asked.get("month") ?? current;
  const all = { id: ALL, name: words.allCourses, isOpen: true } as const;
  const choose = (next: { course: number | "all"; month: string }) => step(deskPaths.settlement(next));
  return (
    <OfMonth id={id} month={month}>
      <p className="hidden text-xl font-bold print:block">{id === ALL ? words.allCourses : known.name}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-200 print:hidden">
        <SelectField
          label={words.course}
          value={id}
          onChange={({ target: { value } }) => choose({ course: value === ALL ? value : Number(value), month })}
        >
          {[...courses, ...(courses.length > 1 ? [all] : [])].map((course) => (
            <option key={course.id} value={course.id}>
              {course.isOpen ? course.name : words.closedCourse(course.name)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.month}
          value={month}
          onChange={(event) => choose({ course: id, month: event.target.value })}
        >
          {/* A month that is only in the address: before the course's first transfer, or no month at all. */}
          {!months.includes(month) && <option value={month}>{monthName(month, language)}</option>}
          {months.map((value) => (
            <option key={value} value={value}>
              {monthName(value, language)}
              {value === current && words.toDate}
            </option>
          ))}
        </SelectField>
      </div>
    </OfMonth>
  );
}

interface OfMonthProps {
  id: number | "all";
  month: string;
  children: ReactNode;
}

function OfMonth({ id, month, children }: OfMonthProps) {
  const words = useWords(settlementWords);
  const [language] = useLanguage();
  const translated = useTranslated();
  const of = { params: { courseId: id }, query: { month } };
  const { data, error, refetch } = useQuery({ ...queryFor(reportRoutes.getSettlement, of), refetchOnMount: "always" });
  const mail = data && id !== ALL && (
    <SettlementMail
      key={`${id} ${month}`}
      of={{
        courseId: id,
        month,
        timeZone: data.settlement.course.timeZone,
        isClosed: data.settlement.closed !== null,
      }}
    />
  );
  const file = (path: string) => urlOf(path, of.params, { ...of.query, ...(language === "es" && { language }) });
  return (
    <AdminShell
      title={words.title}
      lead={data ? periodWords(data.settlement, language) : !error && <TextRoom />}
      actions={
        (data ?? !error) && (
          <>
            <FileLink variant="secondary" size="small" href={file(reportRoutes.downloadSettlementCsv.path)}>
              CSV
            </FileLink>
            <FileLink variant="secondary" size="small" href={file(reportRoutes.downloadSettlementPdf.path)}>
              PDF
            </FileLink>
            <FileLink variant="secondary" size="small" href={file(journalRoutes.downloadJournal.path)}>
              {words.journal}
            </FileLink>
          </>
        )
      }
    >
      {children}
      {error instanceof ApiError && error.status === 400 ? (
        <EmptyState
          title={words.noMonth}
          action={<ButtonLink href={deskPaths.settlement({ course: id })}>{words.showCurrent}</ButtonLink>}
        >
          {translated(error.message, error.code)}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.monthFailed} />
      ) : data ? (
        <>
          <MonthState settlement={data.settlement} />
          {data.settlement.closed && mail}
          {id === ALL && <CourseMonths month={month} />}
          <SettlementSheet settlement={data.settlement} />
          {/* Of an open month the figures come first. */}
          {!data.settlement.closed && mail}
        </>
      ) : (
        <SheetSkeleton />
      )}
    </AdminShell>
  );
}

function SheetSkeleton() {
  const words = useWords(settlementWords);
  return (
    <Loading label={words.loading} className="gap-6">
      <Skeleton className="h-20" />
      <Skeleton className="h-44" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-60" />
        <Skeleton className="h-60" />
        <Skeleton className="h-60" />
        <Skeleton className="h-60" />
      </div>
    </Loading>
  );
}
