/** One's data: download it, or delete it with the account. Deleting asks twice. */
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { accountRoutes } from "#features/accounts/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { useFrame } from "#platform/web/frame.tsx";
import { paths } from "#platform/web/paths.ts";
import { saveFile } from "#platform/web/save-file.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { useAuth } from "./auth.tsx";
import { profileWords } from "./profile-words.ts";

export function OwnData() {
  const words = useWords(profileWords);
  const { id } = useCaller();
  const { productName } = useFrame();
  const [asking, setAsking] = useState<"no" | "first" | "again">("no");
  const close = () => setAsking("no");
  // A call and not a link, because a link could not ask for the proof that it needs.
  const download = useAction({
    run: () => call(accountRoutes.exportUser, { params: { id } }),
    onDone: ({ body }) =>
      saveFile(
        `${productName}-${body.account.userId.replaceAll("-", "")}-${body.exportedAt.slice(0, 10)}.json`.replaceAll(
          /[^\w.-]+/g,
          "-",
        ),
        new Blob([JSON.stringify(body, null, 2)], { type: "application/json" }),
      ),
    failed: words.notDownloaded,
  });
  return (
    <Card title={words.data}>
      <p className="mb-4 text-ink-soft">{words.dataAbout}</p>
      <div className="flex flex-col gap-3">
        <Button
          variant="secondary"
          wide
          busy={download.busy && words.downloading}
          onClick={() => void download.start()}
        >
          {words.download}
        </Button>
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
    run: () => call(accountRoutes.deleteUser, { params: { id } }),
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
