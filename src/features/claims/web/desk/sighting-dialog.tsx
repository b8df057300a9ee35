/** Asks the staff at the bay what they saw, with a note and a photo if they like. */
import { useState } from "react";
import type { BayClaim } from "#features/claims/evidence-contract.ts";
import { TextField } from "#platform/web/ui/field.tsx";
import { holeFacts } from "#platform/web/ui/flag.tsx";
import { photoOf } from "./photo.ts";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import type { Seen } from "./use-bay-claims.ts";

interface SightingDialogProps {
  claim: BayClaim;
  /** What is to be recorded; undefined while nothing is asked. */
  asked: "seen" | "not seen" | undefined;
  busy: boolean;
  onClose: () => void;
  onRecord: (given: Seen) => void;
}

/** Give it a new key at each opening: its fields then start blank. */
export function SightingDialog({ claim, asked, busy, onClose, onRecord }: SightingDialogProps) {
  const seen = asked === "seen";
  const [photo, setPhoto] = useState<{ text?: string; problem?: string; reading?: true }>({});

  async function take(file: File | undefined) {
    if (!file) return setPhoto({});
    setPhoto({ reading: true });
    setPhoto(
      await photoOf(file).then(
        (text) => ({ text }),
        () => ({ problem: "This picture cannot be read" }),
      ),
    );
  }

  return (
    <FormDialog
      open={asked !== undefined}
      title={seen ? "Seen in the hole" : "Not seen in the hole"}
      about={`Bay ${claim.bayNumber}, ${holeFacts[claim.targetHole].name}, ${claim.playerName}. It stands beside the verdict and cannot be taken back.`}
      action={seen ? "Record as seen" : "Record as not seen"}
      busy={busy || photo.reading === true}
      onClose={onClose}
      onSubmit={({ note }) => onRecord({ seen, ...(note && { note }), ...(photo.text && { photo: photo.text }) })}
    >
      <TextField label="Note" name="note" optional maxLength={300} autoComplete="off" />
      <TextField
        label="Photo"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        optional
        error={photo.problem}
        className="py-3"
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
    </FormDialog>
  );
}
