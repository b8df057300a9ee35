/** Records shots and claims. Each counts at once, is kept on the device, and is sent in its order. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Hole } from "#features/courses/contract.ts";
import type { Session } from "#features/play/contract.ts";
import { translated } from "#platform/web/translate.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deviceNow } from "#platform/web/device-clock.ts";
import { randomId } from "#platform/web/random-id.ts";
import { type ToastText, notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { ballsShown, localShots, type LocalShot, shotsShown } from "./local-shots.ts";
import { shotOutbox, type ShotOutboxResult } from "./shot-outbox.ts";
import { isShot, sameClaim, takingBack, type QueuedShot } from "./shot-items.ts";
import type { Seat } from "./seats.ts";
import type { shotRefusalWords } from "./shot-refusal-words.ts";
import { answered, type ClaimResult } from "./await-claim.ts";

/** Two taps within this time are one, because gloves double-tap. */
const DEBOUNCE_MS = 400;
/** Enough for the marks and for Undo; the server keeps all. */
const KEPT = 40;
/** A toast shows a refusal only while the player still knows which tap it was. */
const FRESH_MS = 10_000;

interface ShotsInput {
  /** The ids of the sessions on this screen. */
  rows: readonly string[];
  /** Shows the session from an answer. */
  patch: (session: Session) => void;
  /** The server's time in milliseconds. */
  now: number;
  /** The course's; undefined until it is known. */
  timeZone: string | undefined;
}

export function useShots({ rows, patch, now, timeZone }: ShotsInput) {
  const [saved, setSaved] = useState<readonly LocalShot[]>([]);
  const lastTap = useRef<Readonly<Record<string, number>>>({});
  const lastUndo = useRef(Number.NEGATIVE_INFINITY);
  const entries = shotOutbox.useWaiting(useCaller().id);
  const shots = localShots(saved, entries).filter(({ sessionId }) => rows.includes(sessionId));
  const undoing = entries.some(({ item, refused }) => item.kind === "undo" && !refused);

  const onOutcome = useEffectEvent(({ id, item, answer, refused }: ShotOutboxResult) => {
    if (answer) {
      patch(answer.session);
      const { attempt, withdrawn } = answer;
      if (item.kind === "undo") setSaved((all) => all.filter(({ shotId }) => shotId !== item.shotId));
      // The latest miss may now be the claim's, so shots before it can no longer be undone.
      else if (item.kind === "shot" && item.prizeClaim)
        setSaved((all) => all.filter(({ sessionId }) => sessionId !== item.sessionId));
      else if (item.kind === "shot" && attempt && !withdrawn) {
        const { sessionId, playerName } = item;
        const takenAt = Date.parse(attempt.createdAt);
        // Another phone may have taken shots that this one had not seen.
        const number = Math.max(item.number, answer.session.attempts);
        const shot = { shotId: id, sessionId, playerName, number, attempt, takenAt, tried: true };
        setSaved((all) => [...all.filter(({ shotId }) => shotId !== id), shot].slice(-KEPT));
      }
      return;
    }
    if (!refused || document.visibilityState !== "visible") return;
    const sentence = translated(refused.message, refused.code);
    if (item.kind === "undo" || (item.kind === "shot" && item.undone)) {
      notifyIn((words) => ({ title: words.undoFailed, description: sentence }));
      void shotOutbox.remove(id);
    } else if (item.kind === "shot" && !item.prizeClaim && deviceNow() - item.tappedAt < FRESH_MS) {
      notifyIn((words) => refusalText(item, sentence, words));
      void shotOutbox.remove(id);
    }
  });
  useEffect(() => shotOutbox.onResult((outcome) => onOutcome(outcome)), []);

  function queuedShot({ session, name, mainSessionId, friendIndex }: Seat, tappedAt: number): QueuedShot {
    return {
      kind: "shot",
      sessionId: session.id,
      ...(mainSessionId === undefined ? {} : { mainSessionId }),
      ...(friendIndex === undefined ? {} : { friendIndex }),
      playerName: name,
      bayNumber: session.bayNumber,
      number: shotsShown(session, shots) + 1,
      targetHole: "missed",
      prizeClaim: false,
      tappedAt,
      takenAt: now,
      deadline: Date.parse(session.claimDeadline) - now + deviceNow(),
      ...(timeZone === undefined ? {} : { timeZone }),
    };
  }

  /** @param tappedAt milliseconds of `performance.now()`, such as an event's timeStamp */
  function take(seat: Seat, tappedAt: number): void {
    const { session } = seat;
    if (tappedAt - (lastTap.current[session.id] ?? Number.NEGATIVE_INFINITY) < DEBOUNCE_MS) return;
    if (ballsShown(session, shots) === 0) return;
    lastTap.current = { ...lastTap.current, [session.id]: tappedAt };
    if ("vibrate" in navigator) navigator.vibrate(15);
    shotOutbox.add(randomId(), queuedShot(seat, deviceNow() - Math.max(0, performance.now() - tappedAt)));
  }

  /** Undoes a miss: removes it here if it was never sent, otherwise withdraws it at the server. */
  function undo({ shotId, sessionId, attempt }: LocalShot): void {
    // The second tap of two would undo the shot before.
    if (performance.now() - lastUndo.current < DEBOUNCE_MS) return;
    lastUndo.current = performance.now();
    // The next tap counts, however soon it comes.
    lastTap.current = { ...lastTap.current, [sessionId]: Number.NEGATIVE_INFINITY };
    const entry = shotOutbox.find(shotId);
    if (entry && takingBack(entry) === "remove") void shotOutbox.remove(shotId);
    else if (entry) {
      void shotOutbox
        .change(shotId, (shot) => (isShot(shot) ? { ...shot, item: { ...shot.item, undone: true } } : shot))
        .then(shotOutbox.kick);
    } else if (attempt && !undoing)
      shotOutbox.add(randomId(), { kind: "undo", sessionId, shotId, attemptId: attempt.id });
  }

  /** Claims a prize after the shots before it. @returns after the answer or some seconds; sending goes on */
  function claim(seat: Seat, { hole, missShotId }: { hole: Hole; missShotId?: string | undefined }) {
    // A claim without an answer may have arrived, so the same claim keeps its id, also from a new sheet.
    const id = sameClaim(entries, seat.session.id, hole) ?? randomId();
    const shot = { ...queuedShot(seat, deviceNow()), targetHole: hole, prizeClaim: true };
    const result: Promise<ClaimResult> = answered(id);
    shotOutbox.add(id, missShotId === undefined ? shot : { ...shot, missShotId });
    shotOutbox.kick();
    return result;
  }

  return { shots, entries, undoing, take, undo, claim };
}

export type Shots = ReturnType<typeof useShots>;

/** The words are loaded when they are needed; the server has just answered. */
function notifyIn(text: (words: (typeof shotRefusalWords)["en"]) => ToastText): void {
  import("./shot-refusal-words.ts").then(
    (file) => notify({ ...text(wordsNow(file.shotRefusalWords)), variant: "error" }),
    // The count on the screen has gone back, and the reason is lost with the connection.
    () => undefined,
  );
}

/** The spec's sentences, section 8. */
function refusalText(
  { mainSessionId, friendIndex }: QueuedShot,
  sentence: string,
  words: (typeof shotRefusalWords)["en"],
): ToastText {
  if (mainSessionId === undefined) return { title: words.shotFailed, description: sentence };
  const who = friendIndex === undefined ? words.mainPlayer : words.friendNumber(friendIndex + 1);
  return { title: words.recordingError, description: `${words.failedFor(who)}. ${sentence}` };
}
