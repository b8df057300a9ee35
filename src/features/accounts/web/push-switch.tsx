/** Notifications on this device. The account's own switches, for all of its devices, stand beside it. */
import { useState } from "react";
import { messageOf } from "#platform/web/api.ts";
import { Switch } from "#platform/web/ui/switch.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { usePush } from "./push.ts";
import { pushWords } from "./push-words.ts";

export function PushSwitch() {
  const words = useWords(pushWords);
  const { state, change } = usePush();
  const [wanted, setWanted] = useState<boolean>();
  const obstacle = state === "unsupported" || state === "install" || state === "refused" ? words[state] : undefined;
  const flip = async (on: boolean) => {
    // While the browser asks, the switch shows the new position.
    setWanted(on);
    await change(on).catch((error: unknown) => {
      const { failed, tryAgain } = wordsNow(pushWords);
      notify({ title: failed, description: messageOf(error, tryAgain), variant: "error", duration: 5000 });
    });
    setWanted(undefined);
  };
  return (
    <Switch
      label={words.label}
      hint={obstacle ?? words.about}
      checked={wanted ?? state === "on"}
      disabled={obstacle !== undefined || state === "unknown" || wanted !== undefined}
      onChange={(on) => void flip(on)}
    />
  );
}
