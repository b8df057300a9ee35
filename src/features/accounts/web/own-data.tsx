/** One's data: download it, or delete it with the account. Deleting asks twice. */
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { useAuth } from "./auth.tsx";
import { DownloadData } from "./download-data.tsx";
import { profileWords } from "./profile-words.ts";

export function OwnData() {
  const words = useWords(profileWords);
  const [asking, setAsking] = useState<"no" | "first" | "again">("no");
  const close = () => setAsking("no");
  return (
    <Card title={words.data}>
      <p className="mb-4 text-ink-soft">{words.dataAbout}</p>
      <div className="flex flex-col gap-3">
        <DownloadData />
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
  const remove = useAction({
    run: () => call(profileRoutes.deleteUser, { params: { id } }),
    onDone: () => {
      go(paths.home());
      auth.signedOut();
    },
    done: { title: words.removed, description: words.removedAbout, duration: 5000 },
  });
  const leave = () => {
    remove.reset();
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={leave}
      closable={!remove.busy}
      title={words.removeSure}
      footer={
        <>
          <Button variant="secondary" wide disabled={remove.busy} onClick={leave}>
            {words.keep}
          </Button>
          <Button variant="danger" wide busy={remove.busy && words.removing} onClick={() => void remove.start()}>
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
