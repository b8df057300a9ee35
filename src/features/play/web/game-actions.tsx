/** The game's bottom, in the thumb's reach: the one action of the moment. */
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { paths } from "#platform/web/paths.ts";
import { ballsShown } from "./local-shots.ts";
import type { Phase, Seat } from "./seats.ts";
import { ShotStrip } from "./shot-strip.tsx";
import type { Shots } from "./use-shots.ts";

interface GameActionsProps {
  phase: Phase;
  seats: readonly Seat[];
  shots: Shots;
  now: number;
  onKeepPlaying: () => void;
  onEnd: () => void;
  isEnding: boolean;
}

export function GameActions({ phase, seats, shots, now, onKeepPlaying, onEnd, isEnding }: GameActionsProps) {
  const main = seats[0];
  if (!main) return null;
  const strip = <ShotStrip shots={shots} now={now} named={seats.length > 1} over={phase === "over"} />;
  if (phase === "over") {
    return (
      <ButtonLink href={paths.app()} wide>
        Return to Main
      </ButtonLink>
    );
  }
  if (phase === "finished") {
    return (
      <>
        {shots.shots.length > 0 && strip}
        <KeepPlaying seat={main} onKeepPlaying={onKeepPlaying} onEnd={onEnd} isEnding={isEnding} />
        <Button variant="secondary" wide busy={isEnding && "Ending…"} onClick={onEnd}>
          End Session
        </Button>
      </>
    );
  }
  if (seats.length > 1) return strip;
  const left = ballsShown(main.session, shots.shots);
  return (
    <>
      {strip}
      <Button size="bay" wide disabled={left === 0} onClick={(event) => shots.take(main, event.timeStamp)}>
        Shot Taken
      </Button>
    </>
  );
}

function KeepPlaying({
  seat: { session },
  onKeepPlaying,
  onEnd,
  isEnding,
}: {
  seat: Seat;
  onKeepPlaying: () => void;
  onEnd: () => void;
  isEnding: boolean;
}) {
  if (!session.isFreeShot) {
    return (
      <Button size="bay" wide onClick={onKeepPlaying}>
        Keep Playing
      </Button>
    );
  }
  return (
    <Button size="bay" wide busy={isEnding && "One moment…"} onClick={onEnd}>
      {session.claims.length > 0 ? "Get More Balls" : "I Missed - Get More Shots"}
    </Button>
  );
}
