/** Asks the staff at the bay for a sighting, with a note and a photo if they like. */
import { useState } from "react";
import { type BayClaim, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { randomId } from "#platform/web/random-id.ts";
import { TextField } from "#platform/web/ui/field.tsx";
import { holeFacts } from "#platform/web/ui/flag.tsx";
import { photoOf } from "./photo.ts";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { bayClaimLists, bayToast } from "./use-bay-claims.ts";

interface SightingDialogProps {
  claim: BayClaim;
  /** The answer to record; undefined while the dialog is closed. */
  asked: "seen" | "not seen" | undefined;
  onClose: () => void;
}

/** Give it a new key at each opening: its fields then start blank. */
export function SightingDialog({ claim, asked, onClose }: SightingDialogProps) {
  const seen = asked === "seen";
  const [photo, setPhoto] = useState<{ text?: string; problem?: string; reading?: true }>({});
  const form = useContractForm(evidenceRoutes.recordSighting, {
    params: { id: claim.id },
    idempotencyKey: randomId,
    also: { seen, ...(photo.text !== undefined && { photo: photo.text }) },
    done: bayToast(seen ? "Recorded as seen" : "Recorded as not seen", claim),
    failed: "Nothing was recorded",
    changes: bayClaimLists,
    onDone: onClose,
  });

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
      form={form}
      open={asked !== undefined}
      title={seen ? "Seen in the hole" : "Not seen in the hole"}
      about={`Bay ${claim.bayNumber}, ${holeFacts[claim.targetHole].name}, ${claim.playerName}. It stands beside the verdict and cannot be taken back.`}
      action={seen ? "Record as seen" : "Record as not seen"}
      disabled={photo.reading === true}
      onClose={onClose}
    >
      <TextField label="Note" {...form.field("note")} optional maxLength={300} autoComplete="off" />
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
