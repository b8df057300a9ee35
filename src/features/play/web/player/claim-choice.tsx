/** The first half of the claim's sheet: the hole and, in a group, the player. */
import type { Hole } from "#features/courses/contract.ts";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { HoleFlag, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { claimSheetWords } from "./claim-words.ts";
import { gameWords } from "./game-words.ts";
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
  const words = useWords(claimSheetWords);
  const { ballsLeft } = useWords(gameWords);
  const holeFacts = useHoleFacts();
  const prizeOf = (hole: Hole) => {
    const { course, names } = prizes;
    if (hole !== "middle") return names ? names[hole] : words.sponsoredPrize;
    return course ? words.jackpotNow(potText(course.jackpotAmount)) : words.jackpot;
  };
  return (
    <div className="flex flex-col gap-8">
      <Options legend={words.whichHole}>
        {prizes.holes.map((hole) => (
          <OptionCard
            key={hole}
            name="claimed-hole"
            checked={hole === chosen}
            onChoose={() => onHole(hole)}
            title={
              // On a phone on its side the three cards stand beside each other: a large flag would break the name.
              <span data-flag={hole} className="flex items-center gap-3 low:gap-2">
                <HoleFlag hole={hole} size={48} className="low:size-8" />
                {holeFacts[hole].name}
              </span>
            }
            description={prizeOf(hole)}
          />
        ))}
      </Options>
      {seats.length > 1 && (
        <Options legend={words.whoHit}>
          {seats.map(({ session, name }, index) => (
            <OptionCard
              key={session.id}
              name="claimed-player"
              checked={session.id === seatId}
              onChoose={() => onSeat(session.id)}
              title={index === 0 ? words.you(name) : name}
              description={words.seat(session.bayNumber, ballsLeft(session.ballCount))}
            />
          ))}
        </Options>
      )}
    </div>
  );
}
