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

const columns: readonly Column<ManagedCourse>[] = [
  { label: "No.", value: ({ id }) => id, wideOnly: true },
  {
    label: "Name",
    value: ({ name }) => name,
    show: ({ id, name, isOpen, closedAt, tooCheap }) => (
      <>
        <Link
          href={deskPaths.manageCourse({ id })}
          className="inline-block py-2 font-semibold text-accent underline underline-offset-4"
        >
          {name}
        </Link>
        <NarrowNote>{!isOpen && stateOf({ isOpen, closedAt })}</NarrowNote>
        {tooCheap.length > 0 && (
          <span className="block text-sm text-danger">Not sold here: {tooCheap.join(", ")}, less than $0.50</span>
        )}
      </>
    ),
  },
  { label: "Address", value: ({ address }) => address, wideOnly: true },
  {
    label: "Pot",
    align: "right",
    value: ({ jackpotAmount }) => jackpotAmount,
    show: ({ jackpotAmount }) => potText(jackpotAmount),
  },
  {
    label: "Base",
    align: "right",
    value: ({ baseJackpot }) => baseJackpot,
    show: ({ baseJackpot }) => potText(baseJackpot),
    wideOnly: true,
  },
  {
    label: "To the pot",
    align: "right",
    value: ({ jackpotShare }) => jackpotShare,
    show: ({ jackpotShare }) => `${jackpotShare} %`,
    wideOnly: true,
  },
  {
    label: "To the range",
    align: "right",
    value: ({ rangeShare }) => rangeShare,
    show: ({ rangeShare }) => `${rangeShare} %`,
    wideOnly: true,
  },
  {
    label: "Tax",
    align: "right",
    value: ({ taxRate }) => taxRate,
    show: ({ taxRate }) => `${taxRate} %`,
    wideOnly: true,
  },
  {
    label: "Price factor",
    align: "right",
    value: ({ priceFactor }) => priceFactor,
    show: ({ priceFactor }) => `× ${priceFactor}`,
    wideOnly: true,
  },
  { label: "Bays", align: "right", value: ({ bayCount }) => bayCount, wideOnly: true },
  { label: "State", value: stateOf, wideOnly: true },
];

function stateOf({ isOpen, closedAt }: Pick<ManagedCourse, "isOpen" | "closedAt">): string {
  return closedAt ? "Closed for good" : isOpen ? "Open" : "Closed";
}

export function CoursesScreen() {
  return (
    <ManageShell
      title="Courses"
      lead="Where people play, and on which terms"
      actions={
        <ButtonLink href={deskPaths.manageCourse({ id: "new" })} size="small">
          <Plus aria-hidden className="size-5" />
          Open a course
        </ButtonLink>
      }
    >
      <CourseTable />
    </ManageShell>
  );
}

function CourseTable() {
  const list = useQuery({ ...queryFor(manageCourseRoutes.listManagedCourses), refetchOnMount: "always" });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title="We could not load the courses" />
    ) : (
      <ListSkeleton label="Loading the courses" />
    );
  return (
    <DataTable
      label="Courses"
      rows={list.data.courses}
      columns={columns}
      keyOf={({ id }) => id}
      renderActions={({ id, name, closedAt }) =>
        closedAt === null && (
          <ButtonLink href={deskPaths.bayCodes({ id })} variant="secondary" size="small">
            QR codes<span className="sr-only"> of {name}</span>
          </ButtonLink>
        )
      }
      empty={{ title: "No courses yet", text: "Open the first one: its pot is filled at once." }}
    />
  );
}
