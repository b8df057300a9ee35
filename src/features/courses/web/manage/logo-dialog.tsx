/** A sponsor's logo: chosen from a file, uploaded, or taken away. */
import { useState } from "react";
import { courseRoutes } from "../../contract.ts";
import { manageSponsorRoutes, type ManagedSponsor } from "../../sponsor-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useRefresh } from "#platform/web/query.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { useWords } from "#platform/web/words.ts";
import { offerWords } from "./offer-words.ts";

const lists = [manageSponsorRoutes.listManagedSponsors, courseRoutes.listSponsors];
const MOST_BYTES = 2 * 1024 * 1024;

export function LogoDialog({ sponsor, onClose }: { sponsor: ManagedSponsor; onClose: () => void }) {
  const words = useWords(offerWords);
  const [file, setFile] = useState<File>();
  const refresh = useRefresh();
  const { id, name, version, logo } = sponsor;
  const problem = file && file.size > MOST_BYTES ? words.tooLarge : undefined;

  const { start, busy, error, reset } = useAction({
    run: async (picture: File | undefined) =>
      picture
        ? call(manageSponsorRoutes.uploadLogo, { params: { id }, body: { version, image: await base64Of(picture) } })
        : call(manageSponsorRoutes.changeSponsor, { params: { id }, body: { version, logo: "" } }),
    onDone: async () => {
      await refresh(lists);
      onClose();
    },
    done: (_, picture) => ({ title: picture ? words.logoSaved : words.logoGone }),
  });
  return (
    <ActionDialog
      open
      title={words.logoOf(name)}
      action={words.upload}
      disabled={!file || problem !== undefined}
      busy={busy}
      onClose={onClose}
      onAct={() => void start(file)}
    >
      <div className="flex flex-col gap-5">
        <RefusalBanner refusal={error} lists={lists} onClose={onClose} />
        {logo ? (
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={logo}
              alt={words.presentLogo(name)}
              className="h-24 max-w-full rounded-xl border border-line bg-[#ffffff] object-contain p-2"
            />
            <Button variant="secondary" size="small" onClick={() => void start(undefined)}>
              {words.takeAway}
            </Button>
          </div>
        ) : (
          <p>{words.noLogo}</p>
        )}
        <TextField
          label={words.picture}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="py-3"
          hint={words.pictureHint}
          error={problem}
          onChange={(event) => {
            // The refusal was about the earlier file.
            reset();
            setFile(event.target.files?.[0]);
          }}
        />
      </div>
    </ActionDialog>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const CHUNK = 32_768;
  let binary = "";
  // In parts, because the number of a call's arguments is limited.
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
