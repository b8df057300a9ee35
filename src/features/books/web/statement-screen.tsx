/** `/admin/statements`: what a range or a tax office is owed for a month. The address holds course, month and creditor. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearch } from "wouter";
import { monthName, monthsFrom, periodWords } from "#features/reports/rules.ts";
import { urlOf } from "#platform/shared/route.ts";
import { ApiError } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { Button, ButtonLink, FileLink } from "#platform/web/ui/button.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { SelectField } from "#platform/web/ui/field.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { booksRoutes, type OwedKind, type StatedCourse } from "../contract.ts";
import { titleOf } from "../rules.ts";
import { PayDialog } from "./payment-dialogs.tsx";
import { StatementSheet } from "./statement-sheet.tsx";
import { useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { statementWords } from "./words.ts";

export function StatementScreen() {
  const words = useWords(statementWords);
  const { data, error, refetch } = useQuery({ ...queryFor(booksRoutes.listStatements), refetchOnMount: "always" });
  if (data && data.courses.length > 0) return <OfCourses courses={data.courses} />;
  return (
    <AdminShell title={words.title}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.coursesFailed} />
      ) : data ? (
        <EmptyState title={words.none}>{words.noneAbout}</EmptyState>
      ) : (
        <SheetSkeleton />
      )}
    </AdminShell>
  );
}

function OfCourses({ courses }: { courses: readonly StatedCourse[] }) {
  const words = useWords(statementWords);
  const [language] = useLanguage();
  const asked = new URLSearchParams(useSearch());
  const step = useStep();
  const { role } = useCaller();
  const course = courses.find(({ id }) => String(id) === asked.get("course")) ?? courses[0];
  if (!course) return null;
  const months = monthsFrom(course.firstMonth, course.currentMonth);
  const now = {
    course: course.id,
    month: asked.get("month") ?? course.currentMonth,
    of: asked.get("of") === "tax" ? ("tax" as const) : ("range" as const),
  };
  const choose = (next: Partial<typeof now>) => step(deskPaths.statements({ ...now, ...next }));
  return (
    <OfMonth course={course} month={now.month} of={now.of}>
      <p className="hidden text-xl font-bold print:block">{course.name}</p>
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:max-w-200 print:hidden">
        <SelectField
          label={words.course}
          value={course.id}
          onChange={(event) => choose({ course: Number(event.target.value) })}
        >
          {courses.map(({ id, name, isOpen }) => (
            <option key={id} value={id}>
              {isOpen ? name : words.closedCourse(name)}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.month} value={now.month} onChange={(event) => choose({ month: event.target.value })}>
          {!months.includes(now.month) && <option value={now.month}>{monthName(now.month, language)}</option>}
          {months.map((value) => (
            <option key={value} value={value}>
              {monthName(value, language)}
              {value === course.currentMonth && words.toDate}
            </option>
          ))}
        </SelectField>
      </div>
      {role === "admin" && (
        <div className="lg:max-w-200 print:hidden">
          <Segmented<OwedKind>
            legend={words.owedTo}
            options={[
              { value: "range", label: words.range },
              { value: "tax", label: words.tax },
            ]}
            value={now.of}
            onChange={(of) => choose({ of })}
          />
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
  const words = useWords(statementWords);
  const [language] = useLanguage();
  const translated = useTranslated();
  const { role } = useCaller();
  const [paying, setPaying] = useState(false);
  const asked = { params: { of, courseId: course.id }, query: { month } };
  const { data, error, refetch } = useQuery({ ...queryFor(booksRoutes.getStatement, asked), refetchOnMount: "always" });
  const file = (route: typeof booksRoutes.downloadStatementCsv | typeof booksRoutes.downloadStatementPdf) =>
    urlOf(route.path, asked.params, { ...asked.query, ...(language === "es" && { language }) });
  return (
    <AdminShell
      title={titleOf(of, language)}
      lead={data ? periodWords(data.statement, language) : words.inTimeOf(course.timeZone)}
      actions={
        (data ?? !error) && (
          <>
            {role === "admin" && data && data.statement.payable > 0 && (
              <Button size="small" onClick={() => setPaying(true)}>
                {words.record}
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
          title={words.noMonth}
          action={<ButtonLink href={deskPaths.statements({ course: course.id, of })}>{words.showCurrent}</ButtonLink>}
        >
          {translated(error.message, error.code)}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
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
  const words = useWords(statementWords);
  return (
    <Loading label={words.loading} className="gap-6">
      <Skeleton className="h-28" />
      <Skeleton className="h-60" />
    </Loading>
  );
}
