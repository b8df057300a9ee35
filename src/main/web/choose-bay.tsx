/** For a visitor whose bay's code leads nowhere: the course and the bay, chosen by hand; then that bay's own page. */
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { courseRoutes } from "#features/courses/contract.ts";
import { paths } from "#platform/web/paths.ts";
import { everyVisit, queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { Stepper } from "#platform/web/ui/stepper.tsx";
import { defineWords, useWords } from "#platform/web/words.ts";

const chooseBayWords = defineWords(
  {
    courses: "Your course",
    loading: "Loading the courses",
    failed: "The courses could not be loaded",
    jackpot: "Jackpot: ",
    bay: "Bay number",
    go: "Go to this bay",
  },
  {
    courses: "Tu campo",
    loading: "Cargando los campos",
    failed: "No se pudieron cargar los campos",
    jackpot: "Premio mayor: ",
    bay: "Número de bahía",
    go: "Ir a esta bahía",
  },
);

/** @param known the code's course, if it exists and only its bay does not */
export function ChooseBay({ known }: { known?: number | undefined }) {
  const words = useWords(chooseBayWords);
  const [, go] = useLocation();
  const { data, error, refetch } = useQuery({ ...queryFor(courseRoutes.listCourses), refetchOnMount: everyVisit });
  const [courseId, chooseCourse] = useState(known);
  const [bay, chooseBay] = useState<number>();
  const course = data?.courses.find(({ id }) => id === courseId);
  const isReady = course !== undefined && bay !== undefined && bay <= course.bayCount;
  const toBay = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) go(paths.bay({ course: course.id, bay }));
  };
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />;
  if (!data)
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </Loading>
    );
  return (
    <form onSubmit={toBay} className="flex w-full flex-col gap-5 text-start">
      <Options legend={words.courses}>
        {data.courses.map(({ id, name, jackpotAmount }) => (
          <OptionCard
            key={id}
            name="course"
            checked={id === courseId}
            onChoose={() => chooseCourse(id)}
            title={name}
            description={<Pot dollars={jackpotAmount} label={words.jackpot} />}
          />
        ))}
      </Options>
      {course && (
        <Stepper key={course.id} label={words.bay} value={bay} onChange={chooseBay} min={1} max={course.bayCount} />
      )}
      <Button type="submit" size="bay" wide disabled={!isReady}>
        {words.go}
      </Button>
    </form>
  );
}
