/**
 * Shows what may appear over any screen of a signed-in person (the question for a proof, a won jackpot), removes a
 * player's data from the device when nobody is signed in, and lets no double tap hit two controls.
 */
import { useEffect } from "react";
import { StepUpHost } from "#features/accounts/web/step-up-host.tsx";
import { WinsHost } from "#features/claims/web/player/wins-host.tsx";
import { lastGame } from "#features/play/web/player/last-game.ts";
import { forgetKept } from "#features/play/web/player/shot-outbox.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { dropStrayTaps } from "#platform/web/stray-taps.ts";

/** What this device showed of a player's games, for screens without a connection. */
function forgetGames(): void {
  lastGame.clear();
  forgetKept();
}

export function Hosts() {
  const state = useCallerState();
  const isOut = state.status === "signedOut";
  const id = state.status === "signedIn" ? state.caller.id : undefined;
  useEffect(() => dropStrayTaps(), []);
  useEffect(() => {
    // Also for a session that ended while no page was open.
    if (isOut) forgetGames();
    // Somebody else signed in.
    return id === undefined ? undefined : forgetGames;
  }, [isOut, id]);
  return (
    <>
      <StepUpHost />
      {id !== undefined && <WinsHost key={id} />}
    </>
  );
}
