/** The notices at the top of the booking screens, from rooms to the right of booking. */
import { SessionFoundBanner } from "#features/payments/web/player/active-session.tsx";
import { ClaimBanner } from "#features/play/web/player/claim-banner.tsx";
import { lastRunningGame } from "#features/play/web/player/last-game.ts";

export function BookingNotices() {
  return (
    <>
      {/* A game whose clock runs comes before one that is over. */}
      <SessionFoundBanner seenHere={lastRunningGame} />
      <ClaimBanner />
    </>
  );
}
