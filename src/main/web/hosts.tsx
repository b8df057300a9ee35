/** What appears over any screen of a signed-in person: the question for a proof, and a won jackpot. */
import { StepUpHost } from "#features/accounts/web/step-up-host.tsx";
import { WinsHost } from "#features/claims/web/player/wins-host.tsx";
import { useCallerState } from "#platform/web/caller.tsx";

export function Hosts() {
  const state = useCallerState();
  return (
    <>
      <StepUpHost />
      {state.status === "signedIn" && <WinsHost key={state.caller.id} />}
    </>
  );
}
