/** A group on one phone: each player has balls and a Shot Taken of their own. */
import { Check } from "lucide-react";
import { useRef } from "react";
import { useOnline } from "#platform/web/online.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useFocusKept } from "#platform/web/ui/focus.ts";
import { useWords } from "#platform/web/words.ts";
import { BallTray } from "./ball-tray.tsx";
import { gameWords } from "./game-words.ts";
import { playerWords } from "./player-words.ts";
import { ballsShown, unseen } from "./local-shots.ts";
import type { Seat } from "./seats.ts";
import type { Shots } from "./use-shots.ts";

interface PlayerListProps {
  seats: readonly Seat[];
  shots: Shots;
  over: boolean;
}

export function PlayerList({ seats, shots, over }: PlayerListProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusKept(list);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={useWords(playerWords).players}
      className="focus:outline-none flex flex-col gap-3"
    >
      {seats.map((seat, index) => (
        <Player key={seat.session.id} seat={seat} you={index === 0} shots={shots} over={over} />
      ))}
    </ul>
  );
}

function Player({ seat, you, shots, over }: { seat: Seat; you: boolean; shots: Shots; over: boolean }) {
  const { session, name } = seat;
  const words = { ...useWords(gameWords), ...useWords(playerWords) };
  const online = useOnline();
  const left = ballsShown(session, shots.shots);
  const saving = unseen(session, shots.shots).length;
  const done = left === 0;
  return (
    <li className="flex items-center gap-x-4 rounded-card bg-card p-4 shadow-card">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="line-clamp-2 text-xl leading-tight font-bold wrap-anywhere">
          <bdi>{name}</bdi>
          {you && <span className="font-normal text-ink-soft"> {words.you}</span>}
        </p>
        <p className="tabular text-ink-soft">
          {words.bay(session.bayNumber)} ·{" "}
          <span className="inline-block font-semibold text-ink">
            {over ? `${words.ballsHit}: ${session.ballsBought - left} / ${session.ballsBought}` : words.ballsLeft(left)}
          </span>
          {saving > 0 && ` · ${online ? words.saving : words.someNotSent(saving)}`}
        </p>
        {/* After the session no ball is left to be hit. */}
        {!over && <BallTray left={left} bought={session.ballsBought} saving={saving} on="card" />}
      </div>
      {done || over ? (
        <p className="flex shrink-0 items-center gap-2 font-semibold text-accent">
          {done && <Check aria-hidden className="size-6" strokeWidth={3} />}
          {done ? words.done : ""}
        </p>
      ) : (
        <Button
          size="bay"
          className="shrink-0 px-5"
          aria-label={words.shotTakenBy(name)}
          onClick={(event) => shots.take(seat, event.timeStamp)}
        >
          {words.shotTaken}
        </Button>
      )}
    </li>
  );
}
