/** The packages of the chosen type with the price that is charged here, and the free tee time shot. */
import { Flame } from "lucide-react";
import type { BallPackage, Course } from "#features/courses/contract.ts";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { EmptyState } from "#platform/web/ui/states.tsx";
import { isFreeShot, priceOf, useSelections } from "./selections.ts";
import type { StepProblem } from "./step-two.ts";

interface PackageListProps {
  course: Course;
  packages: readonly BallPackage[];
  problem: StepProblem | undefined;
}

export function PackageList({ course, packages, problem }: PackageListProps) {
  const [selections, choose] = useSelections();
  const offers = packages.filter((offer) => offer.packageType === selections.packageType && offer.price > 0);
  // Individual play for the jackpot only (spec, section 4).
  const free =
    selections.sessionType === "individual" && selections.packageType === "jackpot"
      ? packages.find(({ id }) => isFreeShot(id))
      : undefined;
  const freeChosen = free !== undefined && free.id === selections.packageId;
  if (offers.length === 0 && !free)
    return <EmptyState title="No packages of this type">Please choose the other type.</EmptyState>;
  return (
    <div className="flex flex-col gap-3">
      <Options legend="Ball packages">
        {offers.map((offer) => {
          const price = priceOf(offer, course);
          return (
            <OptionCard
              key={offer.id}
              name="package"
              checked={offer.id === selections.packageId}
              onChoose={() => choose({ packageId: offer.id })}
              title={offer.name}
              aside={priceText(price)}
              description={
                <>
                  {offer.description && <span className="block">{offer.description}</span>}
                  <span className="tabular block">
                    {offer.ballCount} balls, {offer.ballCount * 2} minutes, ${(price / offer.ballCount).toFixed(2)} a
                    ball
                  </span>
                </>
              }
              badge={
                offer.isPopular && (
                  <span className="inline-flex items-center gap-1 self-start rounded-full bg-gold px-3 py-0.5 text-base font-bold text-on-gold">
                    <Flame aria-hidden className="size-4" />
                    Most popular
                  </span>
                )
              }
            />
          );
        })}
        {free && (
          <OptionCard
            name="package"
            checked={freeChosen}
            onChoose={() => choose({ packageId: free.id })}
            title={free.name}
            aside="FREE"
            description="Booked a tee time for today? Take one free shot at the jackpot. We check the tee time with the course if you win."
          />
        )}
      </Options>
      {freeChosen && (
        <TextField
          label="Your tee time today"
          type="time"
          required
          value={selections.teeTime}
          onChange={(event) => choose({ teeTime: event.target.value })}
          hint={`On the clock of ${course.name}`}
          error={problem?.field === "teeTime" && selections.teeTime === "" ? problem.message : undefined}
        />
      )}
    </div>
  );
}
