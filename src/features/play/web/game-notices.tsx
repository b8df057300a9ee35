/** What the game says when it is not simply being played: waiting, all balls played, over. */
import type { Session } from "#features/play/contract.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import type { Phase, Seat } from "./seats.ts";

interface GameNoticesProps {
  phase: Phase;
  seats: readonly Seat[];
  session: Session;
  /** m:ss until when claims are taken; undefined when that is past. */
  claimUntil: string | undefined;
}

export function GameNotices({ phase, seats, session, claimUntil }: GameNoticesProps) {
  if (phase === "playing") return null;
  if (phase === "waiting") {
    const playing = seats.filter((seat) => seat.session.status === "active").map(({ name }) => name);
    return (
      <Banner title="Waiting for Other Players" live="polite">
        {list(playing)} {playing.length === 1 ? "still has" : "still have"} balls to hit.
      </Banner>
    );
  }
  if (phase === "finished") {
    return (
      <Banner tone="success" title="All balls are played" live="polite">
        {session.claims.length > 0
          ? "Keep playing, or end your session here."
          : "Did one drop in? Claim it. Otherwise keep playing, or end your session here."}
      </Banner>
    );
  }
  const why =
    session.endReason === "time"
      ? "Time is up"
      : session.endReason === "refund"
        ? "This session was refunded"
        : "This session has ended";
  if (!claimUntil) {
    return (
      <Banner title={why} live="polite">
        The claim window has closed.
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title={why} live="polite">
      Hit something? You can claim for another {/* Not in the announcement at every second. */}
      <strong className="tabular" aria-live="off">
        {claimUntil}
      </strong>
      .
    </Banner>
  );
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(names);
}
