/** Gives people all that is kept about them, as a file. */
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { useFrame } from "#platform/web/frame.tsx";
import { saveFile } from "#platform/web/save-file.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { profileWords } from "./profile-words.ts";

export function DownloadData() {
  const words = useWords(profileWords);
  const { id } = useCaller();
  const { productName } = useFrame();
  // A call and not a link, because a link could not ask for the proof that it needs.
  const download = useAction({
    run: () => call(profileRoutes.exportUser, { params: { id } }),
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
    <Button variant="secondary" wide busy={download.busy && words.downloading} onClick={() => void download.start()}>
      {words.download}
    </Button>
  );
}
