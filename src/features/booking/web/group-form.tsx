/** Group play: the player and up to three friends share the package's balls. */
import { Equal, UserPlus } from "lucide-react";
import { evenShares, friendProblem, MAX_FRIENDS } from "#features/booking/rules.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { useTranslated } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { BallsAndBay, rowLooks } from "./balls-and-bay.tsx";
import { BallsLeft } from "./balls-left.tsx";
import { FriendRow } from "./friend-row.tsx";
import { groupWords } from "./group-words.ts";
import { ScanBay } from "./scan-bay.tsx";
import { emptySlot, useSelections } from "./selections.ts";

interface GroupFormProps {
  /** Undefined until a package is chosen. */
  packageBalls: number | undefined;
  bayCount: number;
  error: string | undefined;
}

export function GroupForm({ packageBalls, bayCount, error }: GroupFormProps) {
  const [{ bayNumber, ownBalls, friends }, choose] = useSelections();
  const words = useWords(groupWords);
  const translated = useTranslated();
  const caller = useCaller();
  const given = ownBalls + friends.reduce((sum, friend) => sum + friend.ballCount, 0);
  const max = packageBalls ?? 0;
  const problems = friends
    .map((_, at) => friendProblem(friends, at, caller.userId))
    .map((one) => one && translated(one));
  const split = (balls: number) => {
    const [own = 0, ...theirs] = evenShares(balls, [0, ...friends.map(() => 0)]);
    choose({ ownBalls: own, friends: friends.map((friend, at) => ({ ...friend, ballCount: theirs[at] ?? 0 })) });
  };
  return (
    <div className="flex flex-col gap-4">
      <BallsLeft left={packageBalls === undefined ? undefined : packageBalls - given} />
      <Card title={words.whoHits}>
        <ul className="-mt-4 divide-y divide-line">
          <li className={rowLooks}>
            <div className="flex items-center justify-between gap-3 low:flex-1">
              <p className="min-w-0 font-semibold wrap-anywhere">{words.youAre(caller.name)}</p>
              <ScanBay looks="small" />
            </div>
            <BallsAndBay
              balls={{ label: words.yourBalls, value: ownBalls, max }}
              bay={{ label: words.yourBay, value: bayNumber, max: bayCount }}
              onChange={(change) => choose("ballCount" in change ? { ownBalls: change.ballCount } : change)}
            />
          </li>
          {friends.map((slot, index) => (
            <FriendRow
              // A row is identified only by its place.
              key={index}
              number={index + 1}
              slot={slot}
              maxBalls={max}
              bayCount={bayCount}
              error={problems[index]}
              onChange={(change) =>
                choose({ friends: friends.map((other, at) => (at === index ? { ...other, ...change } : other)) })
              }
              onRemove={() => choose({ friends: friends.filter((_, at) => at !== index) })}
            />
          ))}
        </ul>
      </Card>
      <div className="flex flex-wrap gap-3 *:flex-auto">
        {friends.length < MAX_FRIENDS && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => choose({ friends: [...friends, { ...emptySlot, bayNumber }] })}
          >
            <UserPlus aria-hidden className="size-5" />
            {words.addFriend}
          </Button>
        )}
        {packageBalls !== undefined && friends.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => split(packageBalls)}>
            <Equal aria-hidden className="size-5" />
            {words.splitEvenly}
          </Button>
        )}
      </div>
      {error && !problems.includes(error) && (
        <p role="alert" data-problem tabIndex={-1} className="font-semibold text-danger focus:outline-none">
          {error}
        </p>
      )}
    </div>
  );
}
