/** The spec's toasts when a player, or everyone, has no ball left. */
import { useEffect, useRef } from "react";
import { notify } from "#platform/web/ui/toast.tsx";
import type { Seat } from "./seats.ts";

export function useFinishToasts(seats: readonly Seat[]): void {
  const before = useRef<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const finished = seats.filter(
      ({ session }) => session.status === "balls_finished" && before.current[session.id] === "active",
    );
    before.current = Object.fromEntries(seats.map(({ session }) => [session.id, session.status]));
    if (finished.length === 0) return;
    if (seats.some(({ session }) => session.status === "active")) {
      notify({ title: `${finished.map(({ name }) => name).join(", ")} Complete!` });
      return;
    }
    const whose = seats.length > 1 ? "All players have used their balls." : "You've used all your balls.";
    notify({ title: "Session Complete!", description: `${whose} Want to keep playing?`, duration: 5000 });
  }, [seats]);
}
