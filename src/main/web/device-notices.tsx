/** What a player's device still has to send goes out on whichever screen is loaded, and is shown there. */
import { Unsent } from "#features/play/web/player/unsent.tsx";
import { useCallerState } from "#platform/web/caller.tsx";

export function DeviceNotices() {
  const state = useCallerState();
  return state.status === "signedIn" ? <Unsent playerId={state.caller.id} /> : null;
}
