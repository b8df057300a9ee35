/** Group play: the player and up to three friends share the package's balls. */
import { Equal, UserPlus } from "lucide-react";
import { evenShares, MAX_FRIENDS } from "#features/booking/rules.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { Stepper } from "#platform/web/ui/stepper.tsx";
import { useWords } from "#platform/web/words.ts";
import { BallsLeft } from "./balls-left.tsx";
import { FriendSlot } from "./friend-slot.tsx";
import { ScanBay } from "./scan-bay.tsx";
import { emptySlot, useSelections } from "./selections.ts";
import { bookingWords } from "./words.ts";

interface GroupFormProps {
  /** Undefined until a package is chosen. */
  packageBalls: number | undefined;
  bayCount: number;
  error: string | undefined;
}

export function GroupForm({ packageBalls, bayCount, error }: GroupFormProps) {
  const [{ bayNumber, ownBalls, friends }, choose] = useSelections();
  const words = useWords(bookingWords);
  const caller = useCaller();
  const given = ownBalls + friends.reduce((sum, friend) => sum + friend.ballCount, 0);
  const max = packageBalls ?? 0;
  const split = (balls: number) => {
    const [own = 0, ...theirs] = evenShares(balls, [0, ...friends.map(() => 0)]);
    choose({ ownBalls: own, friends: friends.map((friend, at) => ({ ...friend, ballCount: theirs[at] ?? 0 })) });
  };
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-xl font-bold">{words.whoHits}</h2>
      <BallsLeft left={packageBalls === undefined ? undefined : packageBalls - given} />
      {packageBalls !== undefined && friends.length > 0 && (
        <Button variant="secondary" onClick={() => split(packageBalls)}>
          <Equal aria-hidden className="size-5" />
          {words.splitEvenly}
        </Button>
      )}
      <Card title={caller.name} aside={<span className="text-ink-soft">{words.you}</span>}>
        <div className="flex flex-col gap-4">
          <Stepper
            label={words.yourBalls}
            value={ownBalls}
            onChange={(count) => choose({ ownBalls: count ?? 0 })}
            max={max}
          />
          <Stepper
            label={words.yourBay}
            value={bayNumber}
            onChange={(bay) => choose({ bayNumber: bay })}
            min={1}
            max={bayCount}
          />
          <ScanBay />
        </div>
      </Card>
      {friends.map((slot, index) => (
        <FriendSlot
          // A slot is identified only by its place.
          key={index}
          number={index + 1}
          slot={slot}
          maxBalls={max}
          bayCount={bayCount}
          onChange={(change) =>
            choose({ friends: friends.map((other, at) => (at === index ? { ...other, ...change } : other)) })
          }
          onRemove={() => choose({ friends: friends.filter((_, at) => at !== index) })}
        />
      ))}
      {friends.length < MAX_FRIENDS && (
        <Button variant="secondary" onClick={() => choose({ friends: [...friends, { ...emptySlot, bayNumber }] })}>
          <UserPlus aria-hidden className="size-5" />
          {words.addFriend}
        </Button>
      )}
      {error && (
        <p role="alert" data-problem tabIndex={-1} className="font-semibold text-danger focus:outline-none">
          {error}
        </p>
      )}
    </div>
  );
}
