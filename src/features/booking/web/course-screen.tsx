/** Step 1: where will you play? */
import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useLocation } from "wouter";
import { courseRoutes, type Course } from "#features/courses/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { Pot, potText } from "#platform/web/ui/money.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { agoText, useNow } from "#platform/web/ui/time.ts";
import { useSelections } from "./selections.ts";
import { WizardShell } from "./wizard-shell.tsx";

export function CourseScreen() {
  const [selections, choose] = useSelections();
  const [, go] = useLocation();
  // Pots grow: every visit asks anew, and shows the last known meanwhile.
  const courses = useQuery({ ...queryFor(courseRoutes.listCourses), refetchOnMount: "always" });
  const list = courses.data?.courses;
  const chosen = list?.some((course) => course.id === selections.courseId) ?? false;
  return (
    <WizardShell
      step={1}
      title="Select Your Course"
      lead="Every paid ball feeds the pot."
      footer={
        <Button size="bay" wide disabled={!chosen} onClick={() => go(paths.package())}>
          Continue to Ball Packages
        </Button>
      }
    >
      {courses.isPending && <CourseSkeletons />}
      {courses.isError && !list && (
        <ErrorState
          error={courses.error}
          onRetry={() => void courses.refetch()}
          title="We could not load the courses"
        />
      )}
      {list?.length === 0 && (
        <EmptyState art={<MapPin aria-hidden className="size-12 text-ink-soft" />} title="No courses yet">
          The first ranges are being set up. Please come back soon.
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <Options legend="Courses" hideLegend>
          {list.map((course) => (
            <CourseOption
              key={course.id}
              course={course}
              checked={course.id === selections.courseId}
              onChoose={() => choose({ courseId: course.id })}
            />
          ))}
        </Options>
      )}
    </WizardShell>
  );
}

function CourseOption({ course, checked, onChoose }: { course: Course; checked: boolean; onChoose: () => void }) {
  const now = useNow(30_000);
  return (
    <OptionCard
      name="course"
      checked={checked}
      onChoose={onChoose}
      title={course.name}
      description={course.address}
      plate={
        <span className="flex flex-col">
          <Pot on="plate" dollars={course.jackpotAmount} label="Jackpot: " className="text-[1.75rem] leading-tight" />
          <span className="text-base text-on-fairway-soft">
            Changed {agoText(course.jackpotUpdatedAt, now)}
            {course.jackpotUnderReview > 0 && ` · under review ${potText(course.jackpotUnderReview)}`}
          </span>
        </span>
      }
    />
  );
}

function CourseSkeletons() {
  return (
    <Loading label="Loading courses">
      <CourseSkeleton />
      <CourseSkeleton />
      <CourseSkeleton />
    </Loading>
  );
}

function CourseSkeleton() {
  return (
    <div className="overflow-hidden rounded-card bg-card shadow-card">
      <div className="flex flex-col gap-2 p-4">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-5 w-5/6" />
      </div>
      <div className="mown h-20 animate-shimmer bg-fairway" />
    </div>
  );
}
