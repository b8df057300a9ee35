/** The first half of the claim's sheet: which hole, and in a group who hit it. */
import type { Hole } from "#features/courses/contract.ts";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { HoleFlag, holeFacts } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ballsText } from "./ball-tray.tsx";
import type { Seat } from "./seats.ts";
import type { Prizes } from "./use-prizes.ts";

interface ClaimChoiceProps {
  seats: readonly Seat[];
  prizes: Prizes;
  hole: Hole | undefined;
  onHole: (hole: Hole) => void;
  seatId: string | undefined;
  onSeat: (seatId: string) => void;
}

export function ClaimChoice({ seats, prizes, hole: chosen, onHole, seatId, onSeat }: ClaimChoiceProps) {
  return (
    <div className="flex flex-col gap-8">
      <Options legend="Which hole did you hit?">
        {prizes.holes.map((hole) => (
          <OptionCard
            key={hole}
            name="claimed-hole"
            checked={hole === chosen}
            onChoose={() => onHole(hole)}
            title={
              <span className="flex items-center gap-3">
                <HoleFlag hole={hole} size={48} />
                {holeFacts[hole].name}
              </span>
            }
            description={prizeOf(hole, prizes)}
          />
        ))}
      </Options>
      {seats.length > 1 && (
        <Options legend="Who hit it?">
          {seats.map(({ session, name }, index) => (
            <OptionCard
              key={session.id}
              name="claimed-player"
              checked={session.id === seatId}
              onChoose={() => onSeat(session.id)}
              title={index === 0 ? `${name} (you)` : name}
              description={`Bay ${session.bayNumber}, ${ballsText(session.ballCount)}`}
            />
          ))}
        </Options>
      )}
    </div>
  );
}

function prizeOf(hole: Hole, { course, names }: Prizes): string {
  if (hole !== "middle") return names ? names[hole] : "Sponsored prize";
  return course ? `The jackpot, now ${potText(course.jackpotAmount)}` : "The jackpot";
}
