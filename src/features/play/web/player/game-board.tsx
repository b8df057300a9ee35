/** The game of a loaded session. */
import { Trophy } from "lucide-react";
import { startTransition, useEffect, useRef, useState } from "react";
import type { Hole } from "#features/courses/contract.ts";
import type { Session, SessionView } from "#features/play/contract.ts";
import { whenIdle } from "#platform/web/idle.ts";
import { useOnline } from "#platform/web/online.ts";
import { paths } from "#platform/web/paths.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { useFocusKept } from "#platform/web/ui/focus.ts";
import { late } from "#platform/web/ui/late.tsx";
import { ActionBar, PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useServerNow } from "#platform/web/ui/server-clock.ts";
import { useOpening } from "#platform/web/ui/opening.ts";
import { useWords } from "#platform/web/words.ts";
import { loadFlight } from "./ball.tsx";
import { GameActions } from "./game-actions.tsx";
import { clockOf } from "./game-clock.tsx";
import { GameHeader } from "./game-header.tsx";
import { gameWords } from "./game-words.ts";
import { ballsShown, recentMiss, shotsShown, unseen } from "./local-shots.ts";
import { RangePicture } from "./range-picture.tsx";
import { offersMore, phaseOf, seatsAtLocalCount, seatsOf, viewAt } from "./seats.ts";
import { loadEndToasts, useEnding } from "./use-ending.ts";
import { usePrizes } from "./use-prizes.ts";
import { useShots } from "./use-shots.ts";

// These sheets are not needed in the first second. They load after the board, and are there when somebody taps.
const ClaimSheet = late(async () => (await import("./claim-sheet.tsx")).ClaimSheet, { asked: true });
const ClaimedList = late(async () => (await import("./claimed-list.tsx")).ClaimedList);
const EndSheet = late(async () => (await import("./end-sheet.tsx")).EndSheet, { asked: true });
const GameNotices = late(async () => (await import("./game-notices.tsx")).GameNotices);
const GameOver = late(async () => (await import("./game-over.tsx")).GameOver);
const TargetCards = late(async () => (await import("./target-cards.tsx")).TargetCards, {
  instead: <Skeleton className="h-124 shrink-0" />,
  idle: true,
});
// For groups alone.
const PlayerList = late(async () => (await import("./player-list.tsx")).PlayerList);
const KeepAwake = late(async () => (await import("./keep-awake.ts")).KeepAwake, { idle: true });
const FinishToasts = late(async () => (await import("./finish-toasts.ts")).FinishToasts, { idle: true });
const OfflineNotice = late(async () => (await import("./offline-notice.tsx")).OfflineNotice, { idle: true });
// Notices appear only after seconds of waiting.
const UnsentNotices = late(async () => (await import("./unsent.tsx")).UnsentNotices, { idle: true });

interface GameBoardProps {
  view: SessionView;
  patch: (session: Session) => void;
  onKeepPlaying: (session: Session) => void;
}

export function GameBoard({ view: answered, patch, onKeepPlaying }: GameBoardProps) {
  const words = useWords(gameWords);
  const online = useOnline();
  const now = useServerNow(answered.serverNow, 250);
  // The clock also runs out on a device that cannot reach the server.
  const view = viewAt(answered, now);
  const { session } = view;
  const rows = [session.id, ...view.friendSessions.map(({ id }) => id)];
  const prizes = usePrizes(session);
  const shots = useShots({ rows, patch, now, timeZone: prizes.course?.timeZone });
  const seats = online ? seatsOf(view) : seatsAtLocalCount(seatsOf(view), shots.shots);
  const [first] = useState(seats);
  const phase = phaseOf(seats);
  const group = seats.length > 1;
  const ending = useEnding(session.id, shots.entries);
  const claiming = useOpening<Hole | "choose">();
  // The tap's own picture comes first: drawing the whole sheet takes a slow phone longer than one picture.
  const claim = (what: Hole | "choose") => startTransition(() => claiming.open(what));
  // Undefined until somebody asks to end.
  const [leaving, setLeaving] = useState<boolean>();
  const actions = useRef<HTMLElement>(null);
  useFocusKept(actions);
  useEffect(
    // If they fail to load now, a tap tries again.
    () =>
      whenIdle(
        () =>
          void Promise.allSettled([
            ...[ClaimSheet, ClaimedList, EndSheet, GameNotices, GameOver].map((part) => part.preload()),
            loadFlight(),
            loadEndToasts(),
          ]),
      ),
    [],
  );

  const sum = (count: (seat: (typeof seats)[number]) => number) =>
    seats.reduce((total, seat) => total + count(seat), 0);
  const left = sum((seat) => ballsShown(seat.session, shots.shots));
  const claims = seats
    .flatMap((seat) => seat.session.claims)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const claimSeconds = (Date.parse(session.claimDeadline) - now) / 1000;
  const clock = clockOf(session, now);
  // Buying balls needs a connection.
  const keepPlaying = online && offersMore(seats, now) ? () => onKeepPlaying(session) : undefined;
  const mayClaim = phase !== "over" || claimSeconds > 0;

  return (
    <PlayerColumn>
      {/* On high screens the clock, the balls and Shot Taken stay in place while the middle scrolls. */}
      <div className="relative flex flex-1 flex-col low:h-dvh low:flex-none low:pl-[50%] tall:h-dvh tall:flex-none sm:tall:h-[calc(100dvh-3rem)]">
        <GameHeader
          session={session}
          courseName={prizes.course?.name}
          seconds={clock.seconds}
          paused={clock.paused}
          balls={{
            left,
            bought: sum((seat) => seat.session.ballsBought),
            saving: sum((seat) => unseen(seat.session, shots.shots).length),
          }}
          together={group}
        />
        <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto focus:outline-none">
          <RangePicture
            holes={prizes.holes}
            pot={prizes.course?.jackpotAmount}
            taken={sum((seat) => shotsShown(seat.session, shots.shots)) - claims.length}
            teedUp={left > 0 && phase !== "over"}
            wide={group || phase === "over"}
            claims={claims}
            onFlag={mayClaim ? claim : undefined}
          />
          {mayClaim && (
            // Stays on the screen, whatever stands below.
            <div className="sticky top-0 z-10 bg-paper px-5 py-3 low:py-2">
              <Button variant="gold" wide onClick={() => claim("choose")}>
                <Trophy aria-hidden className="size-6" />
                {words.claimPrize}
              </Button>
            </div>
          )}
          <div className="relative flex flex-1 flex-col gap-5 bg-paper px-5 pt-2 pb-5">
            {/* A claim that staff must hear of comes before everything else. */}
            <UnsentNotices entries={shots.entries} shotsToo={false} />
            <OfflineNotice done={phase === "finished" || phase === "over"} isEnding={ending.isEnding} />
            <FinishToasts seats={seats} first={first} />
            <KeepAwake on={phase === "playing" || phase === "waiting"} />
            {phase === "over" ? (
              <GameOver
                seats={seats}
                session={session}
                shots={shots.shots}
                timeZone={prizes.course?.timeZone}
                claimSeconds={claimSeconds}
              />
            ) : (
              phase !== "playing" && <GameNotices phase={phase} seats={seats} session={session} />
            )}
            {group && <PlayerList seats={seats} shots={shots} over={phase === "over" || ending.isEnding} />}
            {claims.length > 0 && <ClaimedList claims={claims} ownSessionId={session.id} named={group} />}
            <TargetCards prizes={prizes} />
            {phase === "over" && keepPlaying && (
              <Button variant="secondary" wide onClick={keepPlaying}>
                {words.keepPlaying}
              </Button>
            )}
            {phase === "over" ? (
              <ButtonLink href={paths.app()} variant="quiet" wide>
                {words.returnToMain}
              </ButtonLink>
            ) : (
              !ending.isEnding && (
                <Button variant="quiet" wide onClick={() => setLeaving(true)}>
                  {words.end}
                </Button>
              )
            )}
          </div>
        </main>
        <ActionBar
          ref={actions}
          tabIndex={-1}
          aria-label={words.play}
          className="focus:outline-none low:gap-1 low:pt-1 low:pb-2"
        >
          <GameActions
            phase={phase}
            seats={seats}
            shots={shots}
            now={now}
            onKeepPlaying={keepPlaying}
            onEnd={() => (ending.isEnding ? ending.end() : setLeaving(true))}
            isEnding={ending.isEnding}
          />
        </ActionBar>
      </div>
      {claiming.times > 0 && (
        <ClaimSheet
          key={claiming.times}
          open={claiming.isOpen}
          onClose={claiming.close}
          first={claiming.what === "choose" ? undefined : claiming.what}
          seats={seats}
          prizes={prizes}
          left={claimSeconds}
          submit={async ({ seat, hole }) => {
            const result = await shots.claim(seat, { hole, missShotId: recentMiss(seat.session, shots.shots, now) });
            prizes.refetch();
            return result;
          }}
        />
      )}
      {leaving !== undefined && (
        <EndSheet
          open={leaving}
          onClose={() => setLeaving(false)}
          ballsLeft={left}
          isEnding={ending.isEnding}
          onEnd={() => {
            ending.end();
            if (!online) setLeaving(false);
          }}
        />
      )}
    </PlayerColumn>
  );
}
