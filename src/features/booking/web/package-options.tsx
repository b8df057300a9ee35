/** A choice of packages with the course's price. */
import { Flame } from "lucide-react";
import type { ReactNode } from "react";
import type { BallPackage, Course } from "#features/courses/contract.ts";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { priceOf } from "./selections.ts";
import { bookingWords } from "./words.ts";

interface PackageOptionsProps {
  course: Pick<Course, "priceFactor">;
  offers: readonly BallPackage[];
  chosenId: number | undefined;
  onChoose: (packageId: number) => void;
  /** Hides the minutes, because a group shares the balls. */
  untimed?: boolean;
  /** More options below the packages. */
  children?: ReactNode;
}

export function PackageOptions({ course, offers, chosenId, onChoose, untimed = false, children }: PackageOptionsProps) {
  const words = useWords(bookingWords);
  const named = useNamed();
  return (
    <Options legend={words.packages} hideLegend>
      {offers.map((offer) => {
        const price = priceOf(offer, course);
        const aBall = `$${(price / offer.ballCount).toFixed(2)}`;
        return (
          <OptionCard
            key={offer.id}
            name="package"
            checked={offer.id === chosenId}
            onChoose={() => onChoose(offer.id)}
            title={named(offer.name, offer.nameEs)}
            aside={priceText(price)}
            description={
              <>
                {offer.id === chosenId && offer.description && (
                  <span className="block">{named(offer.description, offer.descriptionEs)}</span>
                )}
                <span className="tabular block">
                  {untimed ? words.untimedOffer(offer.ballCount, aBall) : words.offer(offer.ballCount, aBall)}
                </span>
              </>
            }
            badge={
              offer.isPopular && (
                <span className="inline-flex items-center gap-1 self-start rounded-full bg-gold px-3 py-0.5 font-bold text-on-gold">
                  <Flame aria-hidden className="size-4" />
                  {words.popular}
                </span>
              )
            }
          />
        );
      })}
      {children}
    </Options>
  );
}
