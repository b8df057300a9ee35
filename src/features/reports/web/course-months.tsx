/** A month of all courses: a row each, with its figures and whether its books can be closed. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { type CourseMonth, monthRoutes } from "../month-contract.ts";
import { useWords } from "#platform/web/words.ts";
import { courseMonthWords } from "./course-month-words.ts";

const mailTones = { waiting: "neutral", sent: "good", failed: "bad" } as const;
const mailWords = (words: typeof courseMonthWords.en) => ({
  waiting: words.notMailed,
  sent: words.mailed,
  failed: words.mailFailed,
});
const tones = { running: "neutral", blocked: "bad", ready: "waiting", closed: "good" } as const;

export function CourseMonths({ month }: { month: string }) {
  const words = useWords(courseMonthWords);
  const { data, error, refetch } = useQuery({
    ...queryFor(monthRoutes.listCourseMonths, { query: { month } }),
    refetchOnMount: "always",
  });
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />;
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-44" />
      </Loading>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-2xl font-bold tracking-tight">{words.title}</h2>
      <DataTable
        label={words.title}
        of="courses"
        rows={data.months}
        columns={columnsIn(words, month)}
        keyOf={({ course }) => course.id}
        empty={{ title: words.none, text: words.noneAbout }}
      />
    </div>
  );
}

function columnsIn(words: typeof courseMonthWords.en, month: string): Column<CourseMonth>[] {
  const money = (label: string, of: (row: CourseMonth) => number): Column<CourseMonth> => ({
    label,
    value: of,
    show: (row) => potText(of(row)),
    align: "right",
    total: (rows) => potText(rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0) / 100),
    wideOnly: true,
  });
  return [
    {
      label: words.course,
      value: ({ course }) => course.name,
      show: ({ course, gross, dueToRange }) => (
        <>
          <Link href={deskPaths.settlement({ course: course.id, month })} className="font-semibold underline">
            {course.isOpen ? course.name : words.closedCourse(course.name)}
          </Link>
          <NarrowNote>{words.inShort(potText(gross), potText(dueToRange))}</NarrowNote>
        </>
      ),
    },
    {
      label: words.state,
      value: ({ state }) => words[state],
      show: ({ state, addsUp }) => (
        <span className="flex flex-wrap gap-1">
          <StatusBadge tone={tones[state]}>{words[state]}</StatusBadge>
          {!addsUp && <StatusBadge tone="bad">{words.wrong}</StatusBadge>}
        </span>
      ),
      picks: true,
    },
    {
      label: words.mail,
      value: ({ mail }) => mail && mailWords(words)[mail],
      show: ({ mail }) =>
        mail === null ? null : <StatusBadge tone={mailTones[mail]}>{mailWords(words)[mail]}</StatusBadge>,
      picks: true,
      wideOnly: true,
    },
    money(words.gross, ({ gross }) => gross),
    money(words.refunds, ({ refunds }) => refunds),
    money(words.dueToRange, ({ dueToRange }) => dueToRange),
    money(words.taxPayable, ({ taxPayable }) => taxPayable),
    money(words.pot, ({ pot }) => pot),
  ];
}
