/** The bottom of the game, near the thumb: the one button that matters now. Nothing final takes Shot Taken's place. */
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { useOnline } from "#platform/web/online.ts";
import { paths } from "#platform/web/paths.ts";
import { useWords } from "#platform/web/words.ts";
import { gameWords } from "./game-words.ts";
import { ballsShown } from "./local-shots.ts";
import type { Phase, Seat } from "./seats.ts";
import { ShotStrip } from "./shot-strip.tsx";
import type { Shots } from "./use-shots.ts";

/** After the last ball, Shot Taken's place stays empty this long (ms), so that one more tap does nothing. */
const PAUSE_MS = 2000;

/**
 * Whether the phase has just changed, for PAUSE_MS from the picture that first shows it. The game's clock cannot tell:
 * it moves in steps, and a busy phone's steps are late.
 */
function useJustChanged(phase: Phase): boolean {
  const [seen, setSeen] = useState({ phase, isNew: false });
  if (seen.phase !== phase) setSeen({ phase, isNew: true });
  useEffect(() => {
    if (!seen.isNew) return;
    let timer: number | undefined;
    const picture = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setSeen({ phase: seen.phase, isNew: false }), PAUSE_MS);
    });
    return () => {
      cancelAnimationFrame(picture);
      clearTimeout(timer);
    };
  }, [seen]);
  return seen.isNew;
}

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
  const isNew = useJustChanged(phase);
  const main = seats[0];
  if (!main) return null;
  const strip = <ShotStrip seats={seats} shots={shots} now={now} over={phase === "over"} />;
  if ((phase === "finished" || phase === "over") && isNew && !isEnding) {
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
