/** The packages of the chosen type with the course's price, and the free tee time shot. */
import type { BallPackage, Course } from "#features/courses/contract.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { OptionCard } from "#platform/web/ui/choice.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { EmptyState } from "#platform/web/ui/states.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { PackageOptions } from "./package-options.tsx";
import { isFreeShot, isSold, useSelections } from "./selections.ts";
import type { StepProblem } from "./step-two.ts";
import { bookingWords } from "./words.ts";

/** The golfer has had today's free shot, or the server has refused it today. */
export type FreeShotGone = "used" | "refused";

interface PackageListProps {
  course: Course;
  packages: readonly BallPackage[];
  freeShotGone: FreeShotGone | undefined;
  problem: StepProblem | undefined;
}

export function PackageList({ course, packages, freeShotGone, problem }: PackageListProps) {
  const words = useWords(bookingWords);
  const named = useNamed();
  const [selections, choose] = useSelections();
  const offers = packages.filter((offer) => offer.packageType === selections.packageType && isSold(offer, course));
  // Only for individual play for the jackpot (spec, section 4).
  const free =
    selections.sessionType === "individual" && selections.packageType === "jackpot"
      ? packages.find(({ id }) => isFreeShot(id))
      : undefined;
  const freeChosen = free !== undefined && free.id === selections.packageId && !freeShotGone;
  if (offers.length === 0 && !free) return <EmptyState title={words.noPackages}>{words.otherType}</EmptyState>;
  return (
    <div className="flex flex-col gap-3">
      <PackageOptions
        course={course}
        offers={offers}
        chosenId={selections.packageId}
        onChoose={(packageId) => choose({ packageId })}
      >
        {free && freeShotGone && (
          <Banner title={named(free.name, free.nameEs)}>
            {freeShotGone === "used" ? words.freeUsed : words.freeRefused}
          </Banner>
        )}
        {free && !freeShotGone && (
          <OptionCard
            name="package"
            checked={freeChosen}
            onChoose={() => choose({ packageId: free.id })}
            title={named(free.name, free.nameEs)}
            aside={words.free}
            description={words.freeAbout}
          />
        )}
      </PackageOptions>
      {freeChosen && (
        <TextField
          label={words.teeTime}
          type="time"
          required
          value={selections.teeTime}
          onChange={(event) => choose({ teeTime: event.target.value })}
          hint={words.onClockOf(course.name)}
          error={problem?.field === "teeTime" && selections.teeTime === "" ? problem.message : undefined}
        />
      )}
    </div>
  );
}
