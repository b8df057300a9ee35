/** The spec's toasts when one player or all players have no ball left. */
import { useEffect, useRef } from "react";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { finishWords } from "./finish-words.ts";
import type { Seat } from "./seats.ts";

/** Draws nothing. */
export function FinishToasts({ seats }: { seats: readonly Seat[] }) {
  const before = useRef<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const finished = seats.filter(
      ({ session }) => session.status === "balls_finished" && before.current[session.id] === "active",
    );
    before.current = Object.fromEntries(seats.map(({ session }) => [session.id, session.status]));
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
