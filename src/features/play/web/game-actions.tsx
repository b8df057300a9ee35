/** The game's bottom, in the thumb's reach: the one action of the moment. */
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { useOnline } from "#platform/web/online.ts";
import { paths } from "#platform/web/paths.ts";
import { useWords } from "#platform/web/words.ts";
import { gameWords } from "./game-words.ts";
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
  const words = useWords(gameWords);
  const online = useOnline();
  const main = seats[0];
  if (!main) return null;
  const strip = <ShotStrip shots={shots} now={now} named={seats.length > 1} over={phase === "over"} />;
  if (phase === "over") {
    return (
      <ButtonLink href={paths.app()} wide>
        {words.returnToMain}
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
        {shots.shots.length > 0 && strip}
        {/* More balls are bought on a connection. */}
        {online && <KeepPlaying seat={main} onKeepPlaying={onKeepPlaying} onEnd={onEnd} />}
        <Button variant="secondary" wide onClick={onEnd}>
          {words.end}
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
        {words.shotTaken}
      </Button>
    </>
  );
}

function KeepPlaying({
  seat: { session },
  onKeepPlaying,
  onEnd,
}: {
  seat: Seat;
  onKeepPlaying: () => void;
  onEnd: () => void;
}) {
  const words = useWords(gameWords);
  if (!session.isFreeShot) {
    return (
      <Button size="bay" wide onClick={onKeepPlaying}>
        {words.keepPlaying}
      </Button>
    );
  }
  return (
    <Button size="bay" wide onClick={onEnd}>
      {session.claims.length > 0 ? words.moreBalls : words.missed}
    </Button>
  );
}
