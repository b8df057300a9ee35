/** Taking shots: each counts at once, goes to the server in its turn, and is rolled back when it is refused. */
import { useEffect, useRef, useState } from "react";
import type { Hole } from "#features/courses/contract.ts";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { randomId } from "#platform/web/random-id.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { ballsShown, shotsShown, type LocalShot } from "./local-shots.ts";
import { CLAIM_TRIES, record } from "./record.ts";
import type { Seat } from "./seats.ts";
import { useTurns } from "./use-turns.ts";

/** Two taps within this are one: gloves double-tap. */
const DEBOUNCE_MS = 400;
/** Enough for the marks and for Undo; the server has the rest. */
const KEPT = 40;

/** @param patch shows the session that an answer carried */
export function useShots(patch: (session: Session) => void) {
  const [shots, setShots] = useState<readonly LocalShot[]>([]);
  const [undoing, setUndoing] = useState<string>();
  const { inTurn, inTurnSoon } = useTurns();
  const unanswered = useRef<Record<string, string>>({});
  const lastTap = useRef<Readonly<Record<string, number>>>({});

  const unsaved = shots.some(({ attempt }) => !attempt);
  useEffect(() => {
    if (!unsaved) return;
    // Shots that wait for the connection live on this page only.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);

  const drop = ({ shotId }: LocalShot) => setShots((all) => all.filter((other) => other.shotId !== shotId));

  /** @param tappedAt milliseconds of `performance.now()`, as an event's timeStamp has them */
  function take(seat: Seat, tappedAt: number): void {
    const { session } = seat;
    if (tappedAt - (lastTap.current[session.id] ?? Number.NEGATIVE_INFINITY) < DEBOUNCE_MS) return;
    if (ballsShown(session, shots) === 0) return;
    lastTap.current = { ...lastTap.current, [session.id]: tappedAt };
    const shot: LocalShot = {
      shotId: randomId(),
      sessionId: session.id,
      playerName: seat.name,
      number: shotsShown(session, shots) + 1,
    };
    setShots((all) => [...all, shot].slice(-KEPT));
    if ("vibrate" in navigator) navigator.vibrate(15);
    inTurn(() => record(seat, { targetHole: "missed", prizeClaim: false, shotId: shot.shotId }, tappedAt)).then(
      ({ attempt, session: after }) => {
        patch(after);
        setShots((all) => all.map((other) => (other.shotId === shot.shotId ? { ...other, attempt } : other)));
      },
      (error: unknown) => {
        drop(shot);
        notify({ ...refusalText(seat, error), variant: "error" });
      },
    );
  }

  /** Withdraws a saved miss. */
  function undo(shot: LocalShot): void {
    const { attempt } = shot;
    if (!attempt || undoing) return;
    setUndoing(shot.shotId);
    inTurnSoon(() => call(playRoutes.undoAttempt, { params: { id: attempt.id } }))
      .then(
        ({ body }) => {
          patch(body.session);
          drop(shot);
          // The next tap is meant, however soon it comes.
          lastTap.current = { ...lastTap.current, [shot.sessionId]: Number.NEGATIVE_INFINITY };
        },
        (error: unknown) =>
          notify({ title: "Could not undo the shot", description: messageOf(error), variant: "error" }),
      )
      .finally(() => setUndoing(undefined));
  }

  /** Claims a prize after the shots under way. @throws ApiError */
  async function claim(seat: Seat, { hole, missShotId }: { hole: Hole; missShotId?: string | undefined }) {
    // A claim without an answer may have arrived: the next try, from a new sheet too, is the same claim.
    const which = `${seat.session.id} ${hole}`;
    const shotId = (unanswered.current[which] ??= randomId());
    const shot = { targetHole: hole, prizeClaim: true, shotId, ...(missShotId === undefined ? {} : { missShotId }) };
    const tappedAt = performance.now();
    let answer: Awaited<ReturnType<typeof record>>;
    try {
      answer = await inTurnSoon(() => record(seat, shot, tappedAt, CLAIM_TRIES));
    } catch (error) {
      if (error instanceof ApiError && !error.isNetworkFailure) delete unanswered.current[which];
      throw error;
    }
    delete unanswered.current[which];
    patch(answer.session);
    // The latest miss may have become the claim: what came before it is nothing to undo any more.
    setShots((all) => all.filter((other) => !other.attempt || other.sessionId !== seat.session.id));
    return answer;
  }

  return { shots, undoing, take, undo, claim, inTurnSoon };
}

export type Shots = ReturnType<typeof useShots>;

/** The spec's sentences, section 8. */
function refusalText(seat: Seat, error: unknown): { title: string; description: string } {
  if (seat.mainSessionId === undefined) return { title: "Error recording shot", description: messageOf(error) };
  const who = seat.friendIndex === undefined ? "main player" : `Friend ${seat.friendIndex + 1}`;
  const offline = error instanceof ApiError && error.isNetworkFailure;
  return { title: offline ? "Network Error" : "Recording Error", description: `Failed to record shot for ${who}` };
}
