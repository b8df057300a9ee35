/** The players of a session: one seat for a single player, one for each player of a group. */
import type { Session, SessionView } from "#features/play/contract.ts";
import { ballsShown, type LocalShot } from "./local-shots.ts";
import { sessionAt } from "./shot-items.ts";

export interface Seat {
  session: Session;
  name: string;
  /** The main session of a group; absent when this session is played alone. */
  mainSessionId?: string;
  /** The friend's place in the group, from 0; absent for the main player. */
  friendIndex?: number;
}

/** The seats of a screen, the main player first. A friend who opened their own session sees only themselves. */
export function seatsOf({ session, friendSessions }: SessionView): readonly Seat[] {
  if (!session.groupData || session.mainSessionId !== null) return [{ session, name: session.playerName }];
  const mainSessionId = session.id;
  const friends = friendSessions.map((friend, friendIndex) => ({
    session: friend,
    name: friend.playerName,
    mainSessionId,
    friendIndex,
  }));
  return [{ session, name: session.playerName, mainSessionId }, ...friends];
}

/**
 * Whether more balls are offered (spec, section 4): when all balls are played; to a single player also after the
 * session, while prizes can still be claimed. @param now the server's, in ms
 */
export function offersMore(seats: readonly Seat[], now: number): boolean {
  const main = seats[0]?.session;
  // Nobody but the buyer buys more for a group.
  if (!main || main.isFreeShot || main.mainSessionId !== null) return false;
  const phase = phaseOf(seats);
  if (phase !== "over") return phase === "finished";
  // After a refund nothing is offered. After another purchase, play goes on in the new session.
  const isOwnEnd = main.endReason === "time" || main.endReason === "player";
  return seats.length === 1 && isOwnEnd && now < Date.parse(main.claimDeadline);
}

/** A view at a moment, computed here while the server is away. @param now the server's, in ms */
export function viewAt(view: SessionView, now: number): SessionView {
  return {
    ...view,
    session: sessionAt(view.session, now),
    friendSessions: view.friendSessions.map((friend) => sessionAt(friend, now)),
  };
}

/** Seats after the shots that only this device has: the server does not know yet that the last ball is played. */
export function seatsAtLocalCount(seats: readonly Seat[], shots: readonly LocalShot[]): readonly Seat[] {
  return seats.map((seat) =>
    seat.session.status === "active" && ballsShown(seat.session, shots) === 0
      ? { ...seat, session: { ...seat.session, status: "balls_finished" } }
      : seat,
  );
}

/**
 * The state of the screen's session: some player has balls left, all balls are played, or it is completed. In `waiting`
 * only the main player's balls are played.
 */
export type Phase = "playing" | "waiting" | "finished" | "over";

export function phaseOf(seats: readonly Seat[]): Phase {
  const main = seats[0]?.session;
  if (!main || main.status === "completed") return "over";
  if (main.status === "active") return "playing";
  return seats.some(({ session }) => session.status === "active") ? "waiting" : "finished";
}
