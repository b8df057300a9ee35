/** The bottom of the game, near the thumb: the one button that matters now. Nothing final takes Shot Taken's place. */
import { useState } from "react";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { useOnline } from "#platform/web/online.ts";
import { paths } from "#platform/web/paths.ts";
import { useWords } from "#platform/web/words.ts";
import { gameWords } from "./game-words.ts";
import { ballsShown } from "./local-shots.ts";
import type { Phase, Seat } from "./seats.ts";
import { ShotStrip } from "./shot-strip.tsx";
import type { Shots } from "./use-shots.ts";

/**
 * After the last ball, Shot Taken's place stays empty this long (ms), so that one more tap does nothing: two seconds, and
 * a step of the game's clock, which may have begun before the tap.
 */
const PAUSE_MS = 2250;

interface GameActionsProps {
  phase: Phase;
  seats: readonly Seat[];
  shots: Shots;
  now: number;
  /** Absent when no more balls are offered. */
  onKeepPlaying: (() => void) | undefined;
  /** Asks whether to end. */
  onEnd: () => void;
  isEnding: boolean;
}

export function GameActions({ phase, seats, shots, now, onKeepPlaying, onEnd, isEnding }: GameActionsProps) {
  const words = useWords(gameWords);
  const online = useOnline();
  const [shown, setShown] = useState({ phase, since: Number.NEGATIVE_INFINITY });
  if (shown.phase !== phase) setShown({ phase, since: now });
  const main = seats[0];
  if (!main) return null;
  const strip = <ShotStrip seats={seats} shots={shots} now={now} over={phase === "over"} />;
  if ((phase === "finished" || phase === "over") && now - shown.since < PAUSE_MS && !isEnding) {
    return (
      <>
        {strip}
        <div className="min-h-18" />
      </>
    );
  }
  if (phase === "over") {
    return (
      <ButtonLink href={paths.bay({ course: main.session.courseId, bay: main.session.bayNumber })} size="bay" wide>
        {words.playAgain(main.session.bayNumber)}
      </ButtonLink>
    );
  }
  const ending = isEnding && (online ? words.ending : words.endingWhenSent);
  if (isEnding) {
    return (
      <>
        {shots.shots.length > 0 && strip}
        <Button variant="secondary" wide busy={ending} onClick={onEnd}>
          {words.end}
        </Button>
      </>
    );
  }
  if (phase === "finished") {
    return (
      <>
        {strip}
        {onKeepPlaying && (
          <Button size="bay" wide onClick={onKeepPlaying}>
            {words.keepPlaying}
          </Button>
        )}
        {online && main.session.isFreeShot && (
          <Button size="bay" wide onClick={onEnd}>
            {main.session.claims.length > 0 ? words.moreBalls : words.missed}
          </Button>
        )}
      </>
    );
  }
  if (seats.length > 1) return strip;
  const left = ballsShown(main.session, shots.shots);
  return (
    <>
      {strip}
      <Button size="bay" wide disabled={left === 0} onClick={(event) => shots.take(main, event.timeStamp)}>
        {words.shotTaken}
      </Button>
    </>
  );
}
