/** The second half of the claim's sheet: what will be submitted, and what happens then. */
import type { Hole } from "#features/courses/contract.ts";
import { Plate } from "#platform/web/ui/card.tsx";
import { HoleFlag, holeFacts } from "#platform/web/ui/flag.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { ProgressLine } from "#platform/web/ui/progress.tsx";
import type { Seat } from "./seats.ts";
import type { Prizes } from "./use-prizes.ts";

interface ClaimReviewProps {
  hole: Hole;
  seat: Seat;
  prizes: Prizes;
  until: string;
}

export function ClaimReview({ hole, seat: { session, name }, prizes, until }: ClaimReviewProps) {
  const jackpot = hole === "middle";
  return (
    <div className="flex animate-rise flex-col gap-6">
      <Plate>
        <div className="flex items-center gap-4">
          <HoleFlag hole={hole} size={72} className="ring-2 ring-white/25" />
          <div className="min-w-0">
            <h3 className="text-2xl font-bold">{holeFacts[hole].name}</h3>
            <p className="text-on-fairway-soft wrap-anywhere">
              {name} · Bay {session.bayNumber}
            </p>
          </div>
        </div>
        <p className="mt-5 text-on-fairway-soft">
          {jackpot ? "The jackpot, reserved for you the moment you confirm" : "Sponsored prize"}
        </p>
        {jackpot ? (
          prizes.course && <Pot dollars={prizes.course.jackpotAmount} size="large" on="plate" />
        ) : (
          <p className="text-2xl font-bold wrap-anywhere">{prizes.names?.[hole]}</p>
        )}
      </Plate>
      <div>
        <h3 className="mb-4 text-xl font-bold">What happens next</h3>
        <ProgressLine
          steps={[
            { label: "You submit the claim", state: "current", note: `Claims close in ${until}.` },
            {
              label: "The course reviews it",
              state: "todo",
              note: "We will contact you within one full business day.",
            },
            {
              label: "Verified",
              state: "todo",
              note: session.isFreeShot ? "Your tee time is checked with the course, too." : undefined,
            },
            {
              label: jackpot ? "Paid" : "Handed over",
              state: "todo",
              note: jackpot ? "Cash prizes: age 18 or over. Tax information above $600." : undefined,
            },
          ]}
        />
      </div>
    </div>
  );
}
