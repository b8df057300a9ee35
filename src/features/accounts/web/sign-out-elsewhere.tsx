/** Ends all other sessions of the account, after a lost phone or a stranger's sign-in. */
import { useState } from "react";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { useWords } from "#platform/web/words.ts";
import { profileWords } from "./profile-words.ts";

export function SignOutElsewhere() {
  const words = useWords(profileWords);
  const [asking, setAsking] = useState(false);
  const [forget, setForget] = useState(false);
  const end = useAction({
    run: () => call(profileRoutes.endOtherSessions, { body: { forget } }),
    onDone: () => setAsking(false),
    done: ({ body }) => ({ title: words.elsewhereDone, description: words.elsewhereCount(body.ended) }),
    failed: words.elsewhereFailed,
    changes: [profileRoutes.listDevices],
  });
  return (
    <>
      <Button variant="secondary" wide onClick={() => setAsking(true)}>
        {words.elsewhere}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        closable={!end.busy}
        title={words.elsewhereAsk}
        footer={
          <>
            <Button wide busy={end.busy && words.elsewhereBusy} onClick={() => void end.start()}>
              {words.elsewhereNow}
            </Button>
            <Button variant="secondary" wide disabled={end.busy} onClick={() => setAsking(false)}>
              {words.cancel}
            </Button>
          </>
        }
      >
        <p className="mb-4">{words.elsewhereAbout}</p>
        <Switch
          label={words.elsewhereForget}
          hint={words.elsewhereForgetAbout}
          checked={forget}
          onChange={setForget}
          disabled={end.busy}
        />
      </Sheet>
    </>
  );
}
