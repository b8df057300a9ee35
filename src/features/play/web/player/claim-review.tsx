/** The second half of the claim's sheet: what will be submitted, and what happens next. */
import type { Hole } from "#features/courses/contract.ts";
import { Plate } from "#platform/web/ui/card.tsx";
import { HoleFlag, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { ProgressLine } from "#platform/web/ui/progress.tsx";
import { minutesText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { claimSheetWords } from "./claim-words.ts";
import type { Seat } from "./seats.ts";
import type { Prizes } from "./use-prizes.ts";

interface ClaimReviewProps {
  hole: Hole;
  seat: Seat;
  prizes: Prizes;
  /** The seconds left to claim. */
  left: number;
}

export function ClaimReview({ hole, seat: { session, name }, prizes, left }: ClaimReviewProps) {
  const jackpot = hole === "middle";
  const words = useWords(claimSheetWords);
  const holeFacts = useHoleFacts();
  const [language] = useLanguage();
  return (
    <div className="flex animate-rise flex-col gap-6">
      <Plate className="low:flex low:items-center low:justify-between low:gap-6">
        <div className="flex items-center gap-4">
          <HoleFlag hole={hole} size={72} className="ring-2 ring-white/25" />
          <div className="min-w-0">
            <h3 className="text-2xl font-bold">{holeFacts[hole].name}</h3>
            <p className="text-on-fairway-soft wrap-anywhere">{words.playerAtBay(name, session.bayNumber)}</p>
          </div>
        </div>
        <div className="mt-5 low:mt-0">
          <p className="text-on-fairway-soft">{jackpot ? words.jackpotReserved : words.sponsoredPrize}</p>
          {jackpot ? (
            prizes.course && <Pot dollars={prizes.course.jackpotAmount} size="large" on="plate" />
          ) : (
            <p className="text-2xl font-bold wrap-anywhere">{prizes.names?.[hole]}</p>
          )}
        </div>
      </Plate>
      <div>
        <h3 className="mb-4 text-xl font-bold">{words.nextTitle}</h3>
        <ProgressLine
          steps={[
            {
              label: words.submit,
              state: "current",
              note: left > 0 ? words.closesIn(minutesText(left, language)) : words.closed,
            },
            {
              label: words.reviews,
              state: "todo",
              note: words.contact,
            },
            {
              label: words.verified,
              state: "todo",
              note: session.isFreeShot ? words.teeTimeToo : undefined,
            },
            {
              label: jackpot ? words.paid : words.handedOver,
              state: "todo",
              note: jackpot ? words.cashRules : undefined,
            },
          ]}
        />
      </div>
    </div>
  );
}
