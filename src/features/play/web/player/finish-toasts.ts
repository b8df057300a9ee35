/** The spec's toasts when one player or all players have no ball left. */
import { useEffect, useRef } from "react";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { finishWords } from "./finish-words.ts";
import type { Seat } from "./seats.ts";
import "./finish-toasts.css";

interface FinishToastsProps {
  seats: readonly Seat[];
  /** The statuses at the board's beginning: the last ball may be hit before this part has loaded. */
  first: readonly Seat[];
}

/** Draws nothing. */
export function FinishToasts({ seats, first }: FinishToastsProps) {
  const before = useRef(statusOf(first));
  useEffect(() => {
    const finished = seats.filter(
      ({ session }) => session.status === "balls_finished" && before.current[session.id] === "active",
    );
    before.current = statusOf(seats);
    if (finished.length === 0) return;
    const words = wordsNow(finishWords);
    if (seats.some(({ session }) => session.status === "active")) {
      notify({ title: words.complete(finished.map(({ name }) => name).join(", ")) });
      return;
    }
    const description = seats.length > 1 ? words.usedAllGroup : words.usedAll;
    notify({ title: words.sessionComplete, description, duration: 5000 });
  }, [seats]);
  return null;
}

/** The status of each session by its id. */
function statusOf(seats: readonly Seat[]): Readonly<Record<string, string>> {
  return Object.fromEntries(seats.map(({ session }) => [session.id, session.status]));
}
