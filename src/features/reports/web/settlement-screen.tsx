/** `/admin/settlement`: a course's settled month. The address holds course and month. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { ApiError, urlOf } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { ButtonLink, FileLink } from "#platform/web/ui/button.tsx";
import { SelectField } from "#platform/web/ui/field.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { type ReportedCourse, reportRoutes } from "../contract.ts";
import { journalRoutes } from "../journal-contract.ts";
import { monthName, monthsFrom, periodWords } from "../rules.ts";
import { MonthState } from "./month-state.tsx";
import { SettlementSheet } from "./settlement-sheet.tsx";

export function SettlementScreen() {
  const { data, error, refetch } = useQuery({ ...queryFor(reportRoutes.listSettlements), refetchOnMount: "always" });
  if (data && data.courses.length > 0) return <OfCourses courses={data.courses} />;
  return (
    <AdminShell title="Settlement">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title="The courses did not load" />
      ) : data ? (
        <EmptyState title="No course yet">A course can be settled from the month in which it opens.</EmptyState>
      ) : (
        <SheetSkeleton />
      )}
    </AdminShell>
  );
}

/** All courses together, as a choice beside single ones. */
const all = { id: "all", name: "All courses", isOpen: true } as const;

function OfCourses({ courses }: { courses: readonly ReportedCourse[] }) {
  const asked = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const known = courses.find(({ id }) => String(id) === asked.get("course")) ?? courses[0];
  if (!known) return null;
  const id = asked.get("course") === all.id ? all.id : known.id;
  const of = id === all.id ? courses : [known];
  const first = of.map(({ firstMonth }) => firstMonth).toSorted()[0] ?? known.firstMonth;
  const current = of.map(({ currentMonth }) => currentMonth).toSorted()[0] ?? known.currentMonth;
  const months = monthsFrom(first, current);
  const month = asked.get("month") ?? current;
  const choose = (next: { course: number | "all"; month: string }) =>
    navigate(deskPaths.settlement(next), { replace: true });
  return (
    <OfMonth id={id} month={month}>
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-200">
        <SelectField
          label="Course"
          value={id}
          onChange={({ target: { value } }) => choose({ course: value === all.id ? value : Number(value), month })}
        >
          {[...courses, ...(courses.length > 1 ? [all] : [])].map((course) => (
            <option key={course.id} value={course.id}>
              {course.isOpen ? course.name : `${course.name} (closed)`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Month"
          value={month}
          onChange={(event) => choose({ course: id, month: event.target.value })}
        >
          {/* A month that is only in the address: before the course's first transfer, or no month at all. */}
          {!months.includes(month) && <option value={month}>{monthName(month)}</option>}
          {months.map((value) => (
            <option key={value} value={value}>
              {monthName(value)}
              {value === current && " (to date)"}
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
  const of = { params: { courseId: id }, query: { month } };
  const { data, error, refetch } = useQuery({ ...queryFor(reportRoutes.getSettlement, of), refetchOnMount: "always" });
  const file = (path: string) => urlOf(path, of.params, of.query);
  return (
    <AdminShell
      title="Settlement"
      lead={data && periodWords(data.settlement)}
      actions={
        data && (
          <>
            <FileLink variant="secondary" size="small" href={file(reportRoutes.downloadSettlementCsv.path)}>
              CSV
            </FileLink>
            <FileLink variant="secondary" size="small" href={file(reportRoutes.downloadSettlementPdf.path)}>
              PDF
            </FileLink>
            <FileLink variant="secondary" size="small" href={file(journalRoutes.downloadJournal.path)}>
              Journal
            </FileLink>
          </>
        )
      }
    >
      {children}
      {error instanceof ApiError && error.status === 400 ? (
        <EmptyState
          title="There is no settlement of this month"
          action={<ButtonLink href={deskPaths.settlement({ course: id })}>Show the current month</ButtonLink>}
        >
          {error.message}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title="This month did not load" />
      ) : data ? (
        <>
          <MonthState settlement={data.settlement} />
          <SettlementSheet settlement={data.settlement} />
        </>
      ) : (
        <SheetSkeleton />
      )}
    </AdminShell>
  );
}

function SheetSkeleton() {
  return (
    <Loading label="Loading the settlement" className="gap-6">
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
