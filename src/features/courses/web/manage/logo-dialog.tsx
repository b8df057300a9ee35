/** A sponsor's logo: chosen from a file, uploaded, or taken away. */
import { useState } from "react";
import { courseRoutes } from "../../contract.ts";
import { manageSponsorRoutes, type ManagedSponsor } from "../../sponsor-contract.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { useSave } from "./use-save.ts";

const MOST_BYTES = 2 * 1024 * 1024;

export function LogoDialog({ sponsor, onClose }: { sponsor: ManagedSponsor; onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const { save, busy, refusal, refresh } = useSave([
    manageSponsorRoutes.listManagedSponsors,
    courseRoutes.listSponsors,
  ]);
  const { id, name, version, logo } = sponsor;
  const problem = file && file.size > MOST_BYTES ? "This file is larger than 2 MB. Choose a smaller one." : undefined;

  async function upload() {
    if (!file || problem) return;
    const body = { version, image: await base64Of(file) };
    if (await save(manageSponsorRoutes.uploadLogo, { params: { id }, body, saved: "Logo saved" })) onClose();
  }
  async function remove() {
    const body = { version, logo: "" };
    if (await save(manageSponsorRoutes.changeSponsor, { params: { id }, body, saved: "Logo taken away" })) onClose();
  }
  return (
    <ActionDialog
      open
      title={`Logo of ${name}`}
      action="Upload"
      disabled={!file || problem !== undefined}
      busy={busy}
      onClose={onClose}
      onAct={() => void upload()}
    >
      <div className="flex flex-col gap-5">
        <RefusalBanner refusal={refusal} refresh={refresh} onClose={onClose} />
        {logo ? (
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={logo}
              alt={`Present logo of ${name}`}
              className="h-24 max-w-full rounded-xl border border-line bg-[#ffffff] object-contain p-2"
            />
            <Button variant="secondary" size="small" onClick={() => void remove()}>
              Take away
            </Button>
          </div>
        ) : (
          <p>There is none yet.</p>
        )}
        <TextField
          label="Picture"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="py-3"
          hint="PNG, JPEG or WebP, at most 2 MB. It is written anew, without what a camera noted."
          error={problem}
          onChange={(event) => setFile(event.target.files?.[0])}
        />
      </div>
    </ActionDialog>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const CHUNK = 32_768;
  let binary = "";
  // In parts: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
