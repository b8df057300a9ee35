/** Step 1: where will you play? */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { type ComponentType, useEffect } from "react";
import { courseRoutes, type Course } from "#features/courses/contract.ts";
import { nearestFirst } from "#features/courses/rules.ts";
import { whenIdle } from "#platform/web/idle.ts";
import { paths } from "#platform/web/paths.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { Pot, potText } from "#platform/web/ui/money.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useServerTime } from "#platform/web/server-time.ts";
import { agoText } from "#platform/web/ui/time.ts";
import { locales, useLanguage, useWords } from "#platform/web/words.ts";
import { CoursePlaces, type CourseMapProps } from "./course-places.tsx";
import { useSelections } from "./selections.ts";
import { useNearMe } from "./use-near-me.ts";
import { useNextStep } from "./use-next-step.ts";
import { WizardShell } from "./wizard-shell.tsx";
import { bookingWords } from "./words.ts";

export function CourseScreen({ map }: { map: ComponentType<CourseMapProps> }) {
  const words = useWords(bookingWords);
  const [selections, choose] = useSelections();
  const goOn = useNextStep();
  // Pots grow: every visit asks again, and shows the last known pots until then.
  const courses = useQuery({ ...queryFor(courseRoutes.listCourses), refetchOnMount: everyVisit });
  const list = courses.data?.courses;
  const queries = useQueryClient();
  const hasCourses = list !== undefined;
  useEffect(() => {
    // The next screen opens, too, if the network goes while a course is chosen: all courses sell the same packages.
    return hasCourses ? whenIdle(() => void queries.prefetchQuery(queryFor(courseRoutes.listPackages))) : undefined;
  }, [queries, hasCourses]);
  const near = useNearMe();
  const milesText = useMilesText();
  const ordered: Place[] = near.here
    ? nearestFirst(list ?? [], near.here)
    : (list ?? []).map((course) => ({ course, miles: undefined }));
  const chosen = ordered.find(({ course }) => course.id === selections.courseId);
  return (
    <WizardShell
      step={1}
      title={words.selectCourse}
      lead={words.courseLead}
      footer={
        <>
          {chosen && <Chosen place={chosen} milesText={milesText} />}
          <Button size="bay" wide disabled={!chosen} onClick={() => goOn(paths.package())}>
            {words.toPackages}
          </Button>
        </>
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
          near={near}
          courses={list}
          selectedId={selections.courseId}
          onChoose={(courseId) => choose({ courseId })}
          map={map}
        >
          <Options legend={words.courses} hideLegend>
            {ordered.map(({ course, miles }) => (
              <CourseOption
                key={course.id}
                course={course}
                away={milesText(miles)}
                checked={course.id === selections.courseId}
                onChoose={() => choose({ courseId: course.id })}
              />
            ))}
          </Options>
        </CoursePlaces>
      )}
    </WizardShell>
  );
}

interface Place {
  course: Course;
  /** The distance; undefined if one of the two places is not known. */
  miles: number | undefined;
}

type MilesText = (miles: number | undefined) => string | undefined;

/** `12 mi`. */
function useMilesText(): MilesText {
  const [language] = useLanguage();
  const text = new Intl.NumberFormat(locales[language], { style: "unit", unit: "mile", maximumFractionDigits: 0 });
  return (miles) => (miles === undefined ? undefined : text.format(miles));
}

/** Miles from which on a course is too far to walk to. */
const FAR_MILES = 30;

/** Names the chosen course above the button: it may have been chosen on another day, or be out of sight. */
function Chosen({ place: { course, miles }, milesText }: { place: Place; milesText: MilesText }) {
  const words = useWords(bookingWords);
  const far = miles !== undefined && miles > FAR_MILES;
  return (
    <p className={cx("flex items-center justify-between gap-3", far && "font-semibold text-danger")}>
      <span className="truncate">{course.name}</span>
      {miles !== undefined && <span className="shrink-0">{words.away(milesText(miles) ?? "")}</span>}
    </p>
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
  const now = useServerTime(30_000);
  return (
    <OptionCard
      name="course"
      checked={checked}
      onChoose={onChoose}
      title={course.name}
      description={
        <>
          <span className="flex justify-between gap-3 font-bold text-ink">
            <Pot dollars={course.jackpotAmount} label={words.jackpot} className="text-xl! leading-snug" />
            <span className="shrink-0">{away}</span>
          </span>
          {checked ? (
            <>
              <span className="block">{course.address}</span>
              <span className="block">
                {words.changed(agoText(course.jackpotUpdatedAt, now, language))}
                {course.jackpotUnderReview > 0 && words.underReview(potText(course.jackpotUnderReview))}
              </span>
            </>
          ) : (
            !away && <span className="block truncate">{course.address}</span>
          )}
        </>
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
    <div className="flex flex-col gap-2 rounded-card bg-card p-4 shadow-card">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
    </div>
  );
}
