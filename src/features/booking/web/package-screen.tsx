/** Step 2: which balls, which bay, alone or together? */
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { Redirect } from "wouter";
import { courseRoutes, type BallPackage, type Course } from "#features/courses/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { focusFirstProblem } from "#platform/web/ui/field.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { Stepper } from "#platform/web/ui/stepper.tsx";
import { clearNotice, notify } from "#platform/web/ui/toast.tsx";
import { useWords } from "#platform/web/words.ts";
import { type FreeShotGone, PackageList } from "./package-list.tsx";
import { PrizeType } from "./prize-type.tsx";
import { ScanBay } from "./scan-bay.tsx";
import { isFreeShot, saveCheckoutData, type Selections, useSelections } from "./selections.ts";
import { checkoutOf, type StepProblem } from "./step-two.ts";
import { useNextStep } from "./use-next-step.ts";
import { WizardShell } from "./wizard-shell.tsx";
import { bookingWords } from "./words.ts";

// Most golfers play alone.
const GroupForm = late(async () => (await import("./group-form.tsx")).GroupForm, {
  instead: <Skeleton className="h-96" />,
  asked: true,
});

interface PackageScreenProps {
  /** Why today's free shot cannot be had, if so. */
  freeShotGone: FreeShotGone | undefined;
}

export function PackageScreen({ freeShotGone }: PackageScreenProps) {
  const words = useWords(bookingWords);
  const [selections] = useSelections();
  const courses = useQuery(queryFor(courseRoutes.listCourses));
  const packages = useQuery(queryFor(courseRoutes.listPackages));
  const course = courses.data?.courses.find(({ id }) => id === selections.courseId);
  if (selections.courseId === undefined || (courses.data && !course)) return <Redirect to={paths.course()} replace />;
  if (course && packages.data)
    return <PackageForm course={course} packages={packages.data.packages} freeShotGone={freeShotGone} />;
  const failed = courses.error ?? packages.error;
  return (
    <WizardShell step={2} title={words.choosePackage} back={paths.course()}>
      {failed ? (
        <ErrorState
          error={failed}
          onRetry={() => {
            void courses.refetch();
            void packages.refetch();
          }}
          title={words.packagesFailed}
        />
      ) : (
        <Loading label={words.loadingPackages}>
          <Skeleton className="h-14" />
          <Skeleton className="h-16" />
          <Skeleton className="h-24" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </Loading>
      )}
    </WizardShell>
  );
}

interface PackageFormProps extends PackageScreenProps {
  course: Course;
  packages: readonly BallPackage[];
}

function PackageForm({ course, packages, freeShotGone }: PackageFormProps) {
  const words = useWords(bookingWords);
  const [selections, choose] = useSelections();
  const caller = useCaller();
  const goOn = useNextStep();
  const [found, setFound] = useState<{ problem: StepProblem; of: Selections }>();
  // A problem goes as soon as something is changed.
  const problem = found?.of === selections ? found.problem : undefined;
  useLayoutEffect(() => {
    if (found) focusFirstProblem(document.getElementById("content"));
  }, [found]);
  const isGroup = selections.sessionType === "group";
  const chosen = packages.find(
    ({ id, packageType }) =>
      id === selections.packageId && packageType === selections.packageType && !(freeShotGone && isFreeShot(id)),
  );

  const sessionTypes = [
    { value: "individual", label: words.individual },
    { value: "group", label: words.group },
  ] as const;
  const proceed = () => {
    if (!chosen) return;
    const result = checkoutOf(selections, chosen, course, caller.userId);
    if (!result.ok) {
      setFound({ problem: result.problem, of: selections });
      return notify({ ...result.problem.toast, variant: "error" });
    }
    clearNotice();
    saveCheckoutData(result.data);
    // A golfer who stands in the bay starts now, unless they choose a tee time.
    const now = selections.standsAt === course.id && !isFreeShot(chosen.id);
    goOn(now ? paths.checkout() : paths.app({ step: 3 }));
  };

  return (
    <WizardShell
      step={2}
      title={words.choosePackage}
      lead={course.name}
      back={paths.course()}
      footer={
        <Button size="bay" wide disabled={!chosen} onClick={proceed}>
          {words.continue}
        </Button>
      }
    >
      <div className="grid gap-4 short:gap-3 low:grid-cols-2">
        <div className={cx("grid gap-3", isGroup && "low:contents")}>
          <Segmented
            legend={words.sessionType}
            options={sessionTypes}
            value={selections.sessionType}
            onChange={(sessionType) =>
              choose({ sessionType, ...(isFreeShot(selections.packageId) ? { packageId: undefined } : {}) })
            }
          />
          <PrizeType
            course={course}
            packages={packages}
            value={selections.packageType}
            onChange={(packageType) => choose({ packageType, packageId: undefined })}
          />
        </div>
        {!isGroup && (
          <Stepper
            label={words.bay}
            value={selections.bayNumber}
            onChange={(bayNumber) => choose({ bayNumber })}
            min={1}
            max={course.bayCount}
            error={problem?.field === "bay" ? problem.message : undefined}
            beside={<ScanBay />}
          />
        )}
      </div>
      <PackageList course={course} packages={packages} freeShotGone={freeShotGone} problem={problem} />
      {isGroup && (
        <GroupForm
          packageBalls={chosen?.ballCount}
          bayCount={course.bayCount}
          error={problem?.field === "group" ? problem.message : undefined}
        />
      )}
      <ButtonLink href={paths.prizes({ course: course.id, step: 2 })} variant="secondary" wide>
        {words.viewPrizes}
      </ButtonLink>
    </WizardShell>
  );
}
