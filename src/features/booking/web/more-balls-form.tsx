/** Choosing more balls: the package, and how a group shares them. */
import { Equal } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#platform/web/ui/button.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { Stepper } from "#platform/web/ui/stepper.tsx";
import { useWords } from "#platform/web/words.ts";
import { BallsLeft } from "./balls-left.tsx";
import { groupWords } from "./group-words.ts";
import { PackageOptions } from "./package-options.tsx";
import { PrizeType } from "./prize-type.tsx";
import type { MoreBalls } from "./use-more-balls.ts";
import { bookingWords } from "./words.ts";

interface MoreBallsFormProps {
  choice: MoreBalls;
  /** A payment for it is under way. */
  locked: boolean;
}

export function MoreBallsForm({ choice, locked }: MoreBallsFormProps) {
  const words = useWords(bookingWords);
  const { course, offers, chosen, sharers, error } = choice;
  if (!course || !offers || !chosen) {
    if (error) return <ErrorState error={error} onRetry={choice.refetch} title={words.packagesFailed} />;
    return (
      <Loading label={words.loadingPackages}>
        <Skeleton className="h-16" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </Loading>
    );
  }
  return (
    <fieldset disabled={locked} className="flex min-w-0 flex-col gap-6">
      <PrizeType course={course} packages={offers} value={chosen.packageType} onChange={choice.chooseType} />
      <PackageOptions
        course={course}
        offers={offers.filter(({ packageType }) => packageType === chosen.packageType)}
        chosenId={chosen.id}
        onChoose={choice.choose}
        untimed={sharers.length > 0}
      />
      {sharers.length > 0 && <Shares choice={choice} most={chosen.ballCount} />}
    </fieldset>
  );
}

/** The balls of each player of a group. A refused payment because of the shares comes back here. */
function Shares({ choice: { sharers, give, split, sentBack }, most }: { choice: MoreBalls; most: number }) {
  const words = { ...useWords(bookingWords), ...useWords(groupWords) };
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (sentBack > 0) section.current?.focus();
  }, [sentBack]);
  return (
    <section ref={section} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-4 focus:outline-none">
      <h3 className="font-display text-xl font-bold">{words.whoHits}</h3>
      <BallsLeft left={most - sharers.reduce((sum, { ballCount }) => sum + ballCount, 0)} />
      {sharers.map(({ name, bayNumber, ballCount }, index) => (
        <Stepper
          // The places of a group do not change.
          key={index}
          label={index === 0 ? words.yourBalls : words.ballsFor(name)}
          value={ballCount}
          onChange={(balls) => give(index, balls ?? 0)}
          max={most}
          hint={ballCount === 0 ? words.sitsOut(bayNumber) : words.inBay(bayNumber)}
        />
      ))}
      <Button variant="secondary" size="small" onClick={split} className="self-start">
        <Equal aria-hidden className="size-5" />
        {words.splitEvenly}
      </Button>
    </section>
  );
}
