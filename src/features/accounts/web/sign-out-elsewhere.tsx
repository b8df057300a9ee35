/** Ends all other sessions of the account: for a lost phone, or a sign-in that was not one's own. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountRoutes } from "#features/accounts/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { keyOf } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { profileWords } from "./profile-words.ts";

export function SignOutElsewhere() {
  const words = useWords(profileWords);
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [forget, setForget] = useState(false);
  const end = useMutation({
    mutationFn: () => call(accountRoutes.endOtherSessions, { body: { forget } }),
    onSuccess: async ({ body }) => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: keyOf(accountRoutes.listDevices) });
      const said = wordsNow(profileWords);
      notify({ title: said.elsewhereDone, description: said.elsewhereCount(body.ended) });
    },
    onError: (error) =>
      notify({ title: wordsNow(profileWords).elsewhereFailed, description: messageOf(error), variant: "error" }),
  });
  return (
    <>
      <Button variant="secondary" wide onClick={() => setAsking(true)}>
        {words.elsewhere}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        closable={!end.isPending}
        title={words.elsewhereAsk}
        footer={
          <>
            <Button wide busy={end.isPending && words.elsewhereBusy} onClick={() => end.mutate()}>
              {words.elsewhereNow}
            </Button>
            <Button variant="secondary" wide disabled={end.isPending} onClick={() => setAsking(false)}>
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
          disabled={end.isPending}
        />
      </Sheet>
    </>
  );
}
