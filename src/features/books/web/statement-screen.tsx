/** `/admin/statements`: what a range or a tax office is owed for a month. The address holds course, month and whom. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { monthName, monthsFrom } from "#features/reports/rules.ts";
import { ApiError, urlOf } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { Button, ButtonLink, FileLink } from "#platform/web/ui/button.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { SelectField } from "#platform/web/ui/field.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { booksRoutes, type OwedKind, type StatedCourse } from "../contract.ts";
import { spanWords, titleOf } from "../rules.ts";
import { PayDialog } from "./payment-dialogs.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

export function StatementScreen() {
  const { data, error, refetch } = useQuery({ ...queryFor(booksRoutes.listStatements), refetchOnMount: "always" });
  if (data && data.courses.length > 0) return <OfCourses courses={data.courses} />;
  return (
    <AdminShell title="Statements">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title="The courses did not load" />
      ) : data ? (
        <EmptyState title="No statement for you">
          An administrator grants the right to read a range's statement, course by course.
        </EmptyState>
      ) : (
        <SheetSkeleton />
      )}
    </AdminShell>
  );
}

const kinds = [
  { value: "range", label: "Range's share" },
  { value: "tax", label: "Sales tax" },
] as const;

function OfCourses({ courses }: { courses: readonly StatedCourse[] }) {
  const asked = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const { role } = useCaller();
  const course = courses.find(({ id }) => String(id) === asked.get("course")) ?? courses[0];
  if (!course) return null;
  const months = monthsFrom(course.firstMonth, course.currentMonth);
  const now = {
    course: course.id,
    month: asked.get("month") ?? course.currentMonth,
    of: asked.get("of") === "tax" ? ("tax" as const) : ("range" as const),
  };
  const choose = (next: Partial<typeof now>) => navigate(deskPaths.statements({ ...now, ...next }), { replace: true });
  return (
    <OfMonth course={course} month={now.month} of={now.of}>
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:max-w-200">
        <SelectField
          label="Course"
          value={course.id}
          onChange={(event) => choose({ course: Number(event.target.value) })}
        >
          {courses.map(({ id, name, isOpen }) => (
            <option key={id} value={id}>
              {isOpen ? name : `${name} (closed)`}
            </option>
          ))}
        </SelectField>
        <SelectField label="Month" value={now.month} onChange={(event) => choose({ month: event.target.value })}>
          {!months.includes(now.month) && <option value={now.month}>{monthName(now.month)}</option>}
          {months.map((value) => (
            <option key={value} value={value}>
              {monthName(value)}
              {value === course.currentMonth && " (to date)"}
            </option>
          ))}
        </SelectField>
      </div>
      {role === "admin" && (
        <div className="lg:max-w-200">
          <Segmented<OwedKind> legend="Owed to" options={kinds} value={now.of} onChange={(of) => choose({ of })} />
        </div>
      )}
    </OfMonth>
  );
}

interface OfMonthProps {
  course: StatedCourse;
  month: string;
  of: OwedKind;
  children: ReactNode;
}

function OfMonth({ course, month, of, children }: OfMonthProps) {
  const { role } = useCaller();
  const [paying, setPaying] = useState(false);
  const asked = { params: { of, courseId: course.id }, query: { month } };
  const { data, error, refetch } = useQuery({ ...queryFor(booksRoutes.getStatement, asked), refetchOnMount: "always" });
  const file = (route: typeof booksRoutes.downloadStatementCsv | typeof booksRoutes.downloadStatementPdf) =>
    urlOf(route.path, asked.params, asked.query);
  return (
    <AdminShell
      title={titleOf(of)}
      lead={data ? spanWords(data.statement) : `In the time of ${course.timeZone}`}
      actions={
        data && (
          <>
            {role === "admin" && data.statement.payable > 0 && (
              <Button size="small" onClick={() => setPaying(true)}>
                Record a payment
              </Button>
            )}
            <FileLink variant="secondary" size="small" href={file(booksRoutes.downloadStatementCsv)}>
              CSV
            </FileLink>
            <FileLink variant="secondary" size="small" href={file(booksRoutes.downloadStatementPdf)}>
              PDF
            </FileLink>
          </>
        )
      }
    >
      {children}
      {error instanceof ApiError && error.status === 400 ? (
        <EmptyState
          title="There is no statement of this month"
          action={
            <ButtonLink href={deskPaths.statements({ course: course.id, of })}>Show the current month</ButtonLink>
          }
        >
          {error.message}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title="This statement did not load" />
      ) : data ? (
        <StatementSheet statement={data.statement} />
      ) : (
        <SheetSkeleton />
      )}
      {paying && data && <PayDialog statement={data.statement} onClose={() => setPaying(false)} />}
    </AdminShell>
  );
}

function SheetSkeleton() {
  return (
    <Loading label="Loading the statement" className="gap-6">
      <Skeleton className="h-28" />
      <Skeleton className="h-60" />
    </Loading>
  );
}
