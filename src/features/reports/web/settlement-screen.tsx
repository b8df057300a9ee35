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
import { monthName, monthsFrom, periodWords } from "../rules.ts";
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

function OfCourses({ courses }: { courses: readonly ReportedCourse[] }) {
  const asked = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const course = courses.find(({ id }) => String(id) === asked.get("course")) ?? courses[0];
  if (!course) return null;
  const months = monthsFrom(course.firstMonth, course.currentMonth);
  const month = asked.get("month") ?? course.currentMonth;
  const choose = (next: { course: number; month: string }) => navigate(deskPaths.settlement(next), { replace: true });
  return (
    <OfMonth course={course} month={month}>
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-200">
        <SelectField
          label="Course"
          value={course.id}
          onChange={(event) => choose({ course: Number(event.target.value), month })}
        >
          {courses.map(({ id, name, isOpen }) => (
            <option key={id} value={id}>
              {isOpen ? name : `${name} (closed)`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Month"
          value={month}
          onChange={(event) => choose({ course: course.id, month: event.target.value })}
        >
          {/* A month that is only in the address: before the course's first transfer, or no month at all. */}
          {!months.includes(month) && <option value={month}>{monthName(month)}</option>}
          {months.map((value) => (
            <option key={value} value={value}>
              {monthName(value)}
              {value === course.currentMonth && " (to date)"}
            </option>
          ))}
        </SelectField>
      </div>
    </OfMonth>
  );
}

function OfMonth({ course, month, children }: { course: ReportedCourse; month: string; children: ReactNode }) {
  const of = { params: { courseId: course.id }, query: { month } };
  const { data, error, refetch } = useQuery({ ...queryFor(reportRoutes.getSettlement, of), refetchOnMount: "always" });
  return (
    <AdminShell
      title="Settlement"
      lead={data ? periodWords(data.settlement) : `In the time of ${course.timeZone}`}
      actions={
        data && (
          <>
            <FileLink
              variant="secondary"
              size="small"
              href={urlOf(reportRoutes.downloadSettlementCsv.path, of.params, of.query)}
            >
              CSV
            </FileLink>
            <FileLink
              variant="secondary"
              size="small"
              href={urlOf(reportRoutes.downloadSettlementPdf.path, of.params, of.query)}
            >
              PDF
            </FileLink>
          </>
        )
      }
    >
      {children}
      {error instanceof ApiError && error.status === 400 ? (
        <EmptyState
          title="There is no settlement of this month"
          action={<ButtonLink href={deskPaths.settlement({ course: course.id })}>Show the current month</ButtonLink>}
        >
          {error.message}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title="This month did not load" />
      ) : data ? (
        <SettlementSheet settlement={data.settlement} />
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
