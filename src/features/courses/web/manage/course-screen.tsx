/** `/admin/courses/{id}` and `/admin/courses/new`: opens or changes one course. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { courseRoutes } from "../../contract.ts";
import { manageCourseRoutes, type ManagedCourse } from "../../manage-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor, useRefresh } from "#platform/web/query.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { CourseForm } from "./course-form.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";

/** @param id from the address; `new` for a new course */
export function ManageCourseScreen({ id }: { id: string }) {
  const list = useQuery({ ...queryFor(manageCourseRoutes.listManagedCourses), refetchOnMount: "always" });
  const config = useQuery(queryFor(courseRoutes.getConfig));
  const course = list.data?.courses.find((one) => String(one.id) === id);
  const isNew = id === "new";
  const center = config.data?.defaultCenter;
  const failed = list.error ?? config.error;
  return (
    <ManageShell
      title={isNew ? "Open a course" : (course?.name ?? "Course")}
      lead={course && (course.closedAt ? "Closed for good" : course.isOpen ? "Open" : "Closed: nothing is sold here")}
      actions={
        course &&
        !course.closedAt && (
          <ButtonLink href={deskPaths.bayCodes({ id: course.id })} variant="secondary" size="small">
            QR codes of its bays
          </ButtonLink>
        )
      }
    >
      {!list.data || !center ? (
        failed ? (
          <ErrorState
            error={failed}
            onRetry={() => {
              void list.refetch();
              void config.refetch();
            }}
            title="We could not load the course"
          />
        ) : (
          <Loading label="Loading the course">
            <Skeleton className="h-60" />
            <Skeleton className="h-60" />
          </Loading>
        )
      ) : !isNew && !course ? (
        <EmptyState
          title="There is no such course"
          action={<ButtonLink href={deskPaths.manageCourses()}>All courses</ButtonLink>}
        />
      ) : course?.closedAt ? (
        <EmptyState
          title={`Closed for good ${momentText(course.closedAt)}`}
          action={<ButtonLink href={deskPaths.closeCourse({ id: course.id })}>Where its jackpot went</ButtonLink>}
        >
          It never opens again, and nothing about it changes. Its reports, settlements and statements stay.
        </EmptyState>
      ) : (
        <>
          {/* A new version, saved here or loaded again, is a new form. */}
          <CourseForm
            key={course ? `${course.id} ${course.version}` : "new"}
            course={course}
            newTax={list.data.newTax}
            center={center}
          />
          {course && <OpenOrClose course={course} />}
          {course && !course.isOpen && (
            <Card title="Close it for good">
              <p className="mb-4 max-w-prose">
                It never opens again. Its jackpot goes back to the house, as far as the house had put it in, and the
                rest to another course. First nothing may be owed here, neither to golfers nor to the range.
              </p>
              <ButtonLink href={deskPaths.closeCourse({ id: course.id })} variant="secondary" size="small">
                What stands against it
              </ButtonLink>
            </Card>
          )}
        </>
      )}
    </ManageShell>
  );
}

const lists = [manageCourseRoutes.listManagedCourses, courseRoutes.listCourses];

function OpenOrClose({ course }: { course: ManagedCourse }) {
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh();
  const { id, name, version, isOpen } = course;
  const { start, busy, error } = useAction({
    run: () => call(manageCourseRoutes.changeCourse, { params: { id }, body: { version, isOpen: !isOpen } }),
    onDone: async () => {
      await refresh(lists);
      setAsking(false);
    },
    done: `${name} is ${isOpen ? "closed" : "open"}`,
  });
  return (
    <Card title={isOpen ? "Close this course" : "Open this course again"}>
      <p className="mb-4 max-w-prose">
        {isOpen
          ? "Nothing more is sold here, and it leaves the list of courses. Who plays now plays on, claims stay, and what was paid ahead can still be started."
          : "It is on the list again, with the pot that it had."}
      </p>
      <Button variant={isOpen ? "danger" : "secondary"} size="small" onClick={() => setAsking(true)}>
        {isOpen ? "Close course" : "Open course"}
      </Button>
      <ActionDialog
        open={asking}
        title={isOpen ? `Close ${name}?` : `Open ${name}?`}
        action={isOpen ? "Close course" : "Open course"}
        dangerous={isOpen}
        busy={busy}
        onClose={() => setAsking(false)}
        onAct={() => void start()}
      >
        <RefusalBanner refusal={error} lists={lists} onClose={() => setAsking(false)} />
        <p>{isOpen ? "Golfers can no longer choose it." : "Golfers can choose it at once."}</p>
      </ActionDialog>
    </Card>
  );
}
