/** The green band over the range: the bay, the clock and the balls. */
import type { Session } from "#features/play/contract.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { bandLooks } from "#platform/web/ui/player-shell.tsx";
import { ScreenTitle } from "#platform/web/ui/title.tsx";
import { useWords } from "#platform/web/words.ts";
import { BallTray } from "./ball-tray.tsx";
import { GameClock } from "./game-clock.tsx";
import { gameWords } from "./game-words.ts";

interface GameHeaderProps {
  session: Session;
  courseName: string | undefined;
  /** Seconds on the clock, running or paused. */
  seconds: number;
  /** Staff have paused the clock. */
  paused: boolean;
  balls: { left: number; bought: number; saving: number };
  /** Whose balls these are, in a group. */
  together: boolean;
}

export function GameHeader({ session, courseName, seconds, paused, balls, together }: GameHeaderProps) {
  const { accountMenu } = useFrame();
  const words = useWords(gameWords);
  const over = session.status === "completed";
  return (
    <header
      className={cx(
        bandLooks,
        "relative z-10 pb-5 low:flex low:flex-wrap low:items-center low:gap-x-2 low:px-3 low:py-1 [--focus:#ffd35c]",
      )}
    >
      <div className="flex min-h-14 items-center justify-between gap-3 low:contents">
        <div className="min-w-0">
          <ScreenTitle
            title={session.bayNumber > 0 ? words.bay(session.bayNumber) : words.activeSession}
            className="text-2xl low:text-lg"
          />
          {courseName && <p className="truncate text-on-fairway-soft low:hidden">{courseName}</p>}
        </div>
        <div className="low:order-1">{accountMenu}</div>
      </div>
      <div className="mt-3 low:mt-0 low:flex-1 flex flex-wrap items-end justify-between gap-2">
        <GameClock seconds={seconds} over={over} paused={paused} />
        <div className="flex-[1_1_6rem] text-right low:flex-auto">
          <p className="text-on-fairway-soft low:sr-only">
            {over ? words.ballsHit : together ? words.ballsOfAll : session.isFreeShot ? words.ownBall : words.balls}
          </p>
          <p className="tabular font-display text-[min(3.75rem,18.75vw)] low:text-3xl leading-none font-extrabold tracking-tight low:whitespace-nowrap">
            {over ? balls.bought - balls.left : balls.left}
            <span className="text-2xl low:text-lg font-semibold text-on-fairway-soft"> / {balls.bought}</span>
          </p>
        </div>
      </div>
      {!together && !over && (
        <div className="mt-4 low:hidden">
          <BallTray {...balls} />
        </div>
      )}
    </header>
  );
}
