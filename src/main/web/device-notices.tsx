/** Sends what the player's device still keeps, from any screen, and shows it there. */
import { Unsent } from "#features/play/web/player/unsent.tsx";
import { useCallerState } from "#platform/web/caller.tsx";

export function DeviceNotices() {
  const state = useCallerState();
  return state.status === "signedIn" ? <Unsent playerId={state.caller.id} /> : null;
}
