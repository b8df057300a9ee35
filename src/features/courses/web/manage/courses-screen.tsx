/** `/admin/courses`: every course with its terms, open and closed. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "wouter";
import { manageCourseRoutes, type ManagedCourse } from "../../manage-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { useWords } from "#platform/web/words.ts";
import { managedCourseWords } from "./course-words.ts";
import { manageWords } from "./manage-words.ts";

type Words = typeof managedCourseWords.en;

const columnsIn = (words: Words, manage: typeof manageWords.en): readonly Column<ManagedCourse>[] => [
  { label: manage.number, value: ({ id }) => id, wideOnly: true },
  {
    label: manage.name,
    value: ({ name }) => name,
    show: ({ id, name, address, isOpen, closedAt, tooCheap }) => (
      <>
        <Link
          href={deskPaths.manageCourse({ id })}
          className="inline-block py-2 font-semibold text-accent underline underline-offset-4"
        >
          {name}
        </Link>
        <span className="-mt-1 block text-ink-soft max-lg:not-print:hidden">{address}</span>
        <NarrowNote>{!isOpen && stateOf({ isOpen, closedAt }, words)}</NarrowNote>
        {tooCheap.length > 0 && <span className="block text-sm text-danger">{words.notSold(tooCheap.join(", "))}</span>}
      </>
    ),
  },
  { label: words.address, value: ({ address }) => address, withoutColumn: true },
  {
    label: words.pot,
    align: "right",
    value: ({ jackpotAmount }) => jackpotAmount,
    show: ({ jackpotAmount }) => potText(jackpotAmount),
  },
  {
    label: words.base,
    align: "right",
    value: ({ baseJackpot }) => baseJackpot,
    show: ({ baseJackpot }) => potText(baseJackpot),
    wideOnly: true,
  },
  {
    label: words.toPot,
    align: "right",
    value: ({ jackpotShare }) => jackpotShare,
    show: ({ jackpotShare }) => `${jackpotShare} %`,
    wideOnly: true,
  },
  {
    label: words.toRange,
    align: "right",
    value: ({ rangeShare }) => rangeShare,
    show: ({ rangeShare }) => `${rangeShare} %`,
    wideOnly: true,
  },
  {
    label: words.tax,
    align: "right",
    value: ({ taxRate }) => taxRate,
    show: ({ taxRate }) => `${taxRate} %`,
    wideOnly: true,
  },
  {
    label: words.factor,
    align: "right",
    value: ({ priceFactor }) => priceFactor,
    show: ({ priceFactor }) => `× ${priceFactor}`,
    wideOnly: true,
  },
  { label: words.bays, align: "right", value: ({ bayCount }) => bayCount, wideOnly: true },
  { label: manage.state, value: (course) => stateOf(course, words), wideOnly: true, picks: true },
];

function stateOf({ isOpen, closedAt }: Pick<ManagedCourse, "isOpen" | "closedAt">, words: Words): string {
  return closedAt ? words.closedForGood : isOpen ? words.open : words.closed;
}

export function CoursesScreen() {
  const words = useWords(managedCourseWords);
  return (
    <ManageShell
      title={words.courses}
      lead={words.coursesLead}
      actions={
        <ButtonLink href={deskPaths.manageCourse({ id: "new" })} size="small">
          <Plus aria-hidden className="size-5" />
          {words.openCourse}
        </ButtonLink>
      }
    >
      <CourseTable />
    </ManageShell>
  );
}

function CourseTable() {
  const words = useWords(managedCourseWords);
  const manage = useWords(manageWords);
  const list = useQuery({ ...queryFor(manageCourseRoutes.listManagedCourses), refetchOnMount: "always" });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.listFailed} />
    ) : (
      <ListSkeleton label={words.listLoading} />
    );
  return (
    <DataTable
      label={words.courses}
      rows={list.data.courses}
      columns={columnsIn(words, manage)}
      keyOf={({ id }) => id}
      renderActions={({ id, name, closedAt }) =>
        closedAt === null && (
          <ButtonLink href={deskPaths.bayCodes({ id })} variant="secondary" size="small">
            {words.codesShort}
            <span className="sr-only">{words.ofCourse(name)}</span>
          </ButtonLink>
        )
      }
      empty={{ title: words.none, text: words.noneAbout }}
    />
  );
}
