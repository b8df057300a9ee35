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
import { EmptyState, ErrorState, Loading, Skeleton, TextRoom } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { CourseForm } from "./course-form.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { managedCourseWords } from "./course-words.ts";

/** @param id from the address; `new` for a new course */
export function ManageCourseScreen({ id }: { id: string }) {
  const words = useWords(managedCourseWords);
  const [language] = useLanguage();
  const list = useQuery({ ...queryFor(manageCourseRoutes.listManagedCourses), refetchOnMount: "always" });
  const config = useQuery(queryFor(courseRoutes.getConfig));
  const course = list.data?.courses.find((one) => String(one.id) === id);
  const isNew = id === "new";
  const center = config.data?.defaultCenter;
  const failed = list.error ?? config.error;
  const state = course && (course.closedAt ? words.closedForGood : course.isOpen ? words.open : words.closedLead);
  const mayCome = !isNew && !list.data && !failed;
  return (
    <ManageShell
      title={isNew ? words.openCourse : (course?.name ?? words.course)}
      lead={state ?? (mayCome && <TextRoom />)}
      actions={
        (course ? !course.closedAt : mayCome) && (
          <ButtonLink href={deskPaths.bayCodes({ id })} variant="secondary" size="small">
            {words.codesOfBays}
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
            title={words.failed}
          />
        ) : (
          <Loading label={words.loading}>
            <Skeleton className="h-60" />
            <Skeleton className="h-60" />
          </Loading>
        )
      ) : !isNew && !course ? (
        <EmptyState
          title={words.noSuch}
          action={<ButtonLink href={deskPaths.manageCourses()}>{words.allCourses}</ButtonLink>}
        />
      ) : course?.closedAt ? (
        <EmptyState
          title={words.closedForGoodAt(zonedText(course.closedAt, course.timeZone, language))}
          action={<ButtonLink href={deskPaths.closeCourse({ id: course.id })}>{words.whereJackpotWent}</ButtonLink>}
        >
          {words.staysClosed}
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
            <Card title={words.closeForGood}>
              <p className="mb-4 max-w-prose">{words.closeForGoodAbout}</p>
              <ButtonLink href={deskPaths.closeCourse({ id: course.id })} variant="secondary" size="small">
                {words.whatStands}
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
  const words = useWords(managedCourseWords);
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh();
  const { id, name, version, isOpen } = course;
  const { start, busy, error } = useAction({
    run: () => call(manageCourseRoutes.changeCourse, { params: { id }, body: { version, isOpen: !isOpen } }),
    onDone: async () => {
      await refresh(lists);
      setAsking(false);
    },
    done: isOpen ? words.isClosed(name) : words.isOpen(name),
  });
  return (
    <Card title={isOpen ? words.closeThis : words.openAgain}>
      <p className="mb-4 max-w-prose">{isOpen ? words.closeAbout : words.openAbout}</p>
      <Button variant={isOpen ? "danger" : "secondary"} size="small" onClick={() => setAsking(true)}>
        {isOpen ? words.close : words.openIt}
      </Button>
      <ActionDialog
        open={asking}
        title={isOpen ? words.askClose(name) : words.askOpen(name)}
        action={isOpen ? words.close : words.openIt}
        dangerous={isOpen}
        busy={busy}
        onClose={() => setAsking(false)}
        onAct={() => void start()}
      >
        <RefusalBanner refusal={error} lists={lists} onClose={() => setAsking(false)} />
        <p>{isOpen ? words.noLonger : words.atOnce}</p>
      </ActionDialog>
    </Card>
  );
}
