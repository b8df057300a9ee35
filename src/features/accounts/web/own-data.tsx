/** One's data: to take along, and to delete with the account. Deleting asks twice. */
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { accountRoutes } from "#features/accounts/contract.ts";
import { call, messageOf, urlOf } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, FileLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { useAuth } from "./auth.tsx";
import { profileWords } from "./profile-words.ts";

export function OwnData() {
  const words = useWords(profileWords);
  const { id } = useCaller();
  const [asking, setAsking] = useState<"no" | "first" | "again">("no");
  const close = () => setAsking("no");
  return (
    <Card title={words.data}>
      <p className="mb-4 text-ink-soft">{words.dataAbout}</p>
      <div className="flex flex-col gap-3">
        <FileLink href={urlOf(accountRoutes.exportUser.path, { id })} variant="secondary" wide>
          {words.download}
        </FileLink>
        <Button variant="quiet" wide onClick={() => setAsking("first")}>
          <Trash2 aria-hidden className="size-5" />
          {words.remove}
        </Button>
      </div>
      <Sheet
        open={asking === "first"}
        onClose={close}
        title={words.removeAsk}
        footer={
          <>
            <Button variant="secondary" wide onClick={close}>
              {words.keep}
            </Button>
            <Button variant="quiet" wide onClick={() => setAsking("again")}>
              {words.removeNext}
            </Button>
          </>
        }
      >
        <ul className="flex list-disc flex-col gap-3 pl-6">
          <li>{words.removeGoes}</li>
          <li>{words.removeStays}</li>
          <li>{words.removeAnew}</li>
        </ul>
      </Sheet>
      <Sure open={asking === "again"} onClose={close} />
    </Card>
  );
}

function Sure({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useWords(profileWords);
  const { id } = useCaller();
  const auth = useAuth();
  const [, go] = useLocation();
  const remove = useMutation({
    mutationFn: () => call(accountRoutes.deleteUser, { params: { id } }),
    onSuccess: () => {
      go(paths.home());
      auth.signedOut();
      const said = wordsNow(profileWords);
      notify({ title: said.removed, description: said.removedAbout, duration: 5000 });
    },
  });
  const leave = () => {
    remove.reset();
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={leave}
      closable={!remove.isPending}
      title={words.removeSure}
      footer={
        <>
          <Button variant="secondary" wide disabled={remove.isPending} onClick={leave}>
            {words.keep}
          </Button>
          <Button variant="danger" wide busy={remove.isPending && words.removing} onClick={() => remove.mutate()}>
            {words.removeNow}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{words.removeSureAbout}</p>
        {remove.error && (
          <Banner tone="danger" live="assertive" title={words.removeFailed}>
            {messageOf(remove.error)}
          </Banner>
        )}
      </div>
    </Sheet>
  );
}
