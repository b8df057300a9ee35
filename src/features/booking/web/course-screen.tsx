/** Step 1: where will you play? */
import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import type { ComponentType } from "react";
import { useLocation } from "wouter";
import { courseRoutes, type Course } from "#features/courses/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { Pot, potText } from "#platform/web/ui/money.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { agoText, useNow } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { CoursePlaces, type CourseMapProps } from "./course-places.tsx";
import { useSelections } from "./selections.ts";
import { WizardShell } from "./wizard-shell.tsx";
import { bookingWords } from "./words.ts";

export function CourseScreen({ map }: { map: ComponentType<CourseMapProps> }) {
  const words = useWords(bookingWords);
  const [selections, choose] = useSelections();
  const [, go] = useLocation();
  // Pots grow: every visit asks again, and shows the last known pots until then.
  const courses = useQuery({ ...queryFor(courseRoutes.listCourses), refetchOnMount: "always" });
  const list = courses.data?.courses;
  const chosen = list?.some((course) => course.id === selections.courseId) ?? false;
  return (
    <WizardShell
      step={1}
      title={words.selectCourse}
      lead={words.courseLead}
      footer={
        <Button size="bay" wide disabled={!chosen} onClick={() => go(paths.package())}>
          {words.toPackages}
        </Button>
      }
    >
      {courses.isPending && <CourseSkeletons />}
      {courses.isError && !list && (
        <ErrorState error={courses.error} onRetry={() => void courses.refetch()} title={words.coursesFailed} />
      )}
      {list?.length === 0 && (
        <EmptyState art={<MapPin aria-hidden className="size-12 text-ink-soft" />} title={words.noCourses}>
          {words.noCoursesAbout}
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <CoursePlaces
          courses={list}
          selectedId={selections.courseId}
          onChoose={(courseId) => choose({ courseId })}
          map={map}
        >
          {(ordered) => (
            <Options legend={words.courses} hideLegend>
              {ordered.map(({ course, away }) => (
                <CourseOption
                  key={course.id}
                  course={course}
                  away={away}
                  checked={course.id === selections.courseId}
                  onChoose={() => choose({ courseId: course.id })}
                />
              ))}
            </Options>
          )}
        </CoursePlaces>
      )}
    </WizardShell>
  );
}

interface CourseOptionProps {
  course: Course;
  away: string | undefined;
  checked: boolean;
  onChoose: () => void;
}

function CourseOption({ course, away, checked, onChoose }: CourseOptionProps) {
  const words = useWords(bookingWords);
  const [language] = useLanguage();
  const now = useNow(30_000);
  return (
    <OptionCard
      name="course"
      checked={checked}
      onChoose={onChoose}
      title={course.name}
      description={course.address}
      aside={away}
      plate={
        <span className="flex flex-col">
          <Pot
            on="plate"
            dollars={course.jackpotAmount}
            label={words.jackpot}
            className="text-[1.75rem] leading-tight"
          />
          <span className="text-on-fairway-soft">
            {words.changed(agoText(course.jackpotUpdatedAt, now, language))}
            {course.jackpotUnderReview > 0 && words.underReview(potText(course.jackpotUnderReview))}
          </span>
        </span>
      }
    />
  );
}

function CourseSkeletons() {
  return (
    <Loading label={useWords(bookingWords).loadingCourses}>
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
