/** Asks the staff at the bay for a sighting, with a note and a photo if they like. */
import { useRef, useState } from "react";
import { type BayClaim, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { randomId } from "#platform/web/random-id.ts";
import { Chips, fillIn } from "#platform/web/ui/chips.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { holeFacts } from "#platform/web/ui/flag.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { photoOf } from "./photo.ts";
import { bayClaimLists, bayToast } from "./use-bay-claims.ts";

interface SightingDialogProps {
  claim: BayClaim;
  /** The answer to record; undefined while the dialog is closed. */
  asked: "seen" | "not seen" | undefined;
  onClose: () => void;
}

const usualNotes = {
  seen: ["Clear drop", "Found in the cup afterwards", "Nobody else hit at this flag"],
  notSeen: ["Ball lies beside the hole", "No ball in the cup", "I was not at the bays"],
};

/** Give it a new key at each opening: its fields then start blank. */
export function SightingDialog({ claim, asked, onClose }: SightingDialogProps) {
  const seen = asked === "seen";
  const note = useRef<HTMLInputElement>(null);
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
      about={`Bay ${claim.bayNumber}, ${holeFacts[claim.targetHole].name}, ${claim.playerName}. It stands beside the verdict. You can change it later: the latest record counts, and the earlier ones stay readable.`}
      action={seen ? "Record as seen" : "Record as not seen"}
      disabled={photo.reading === true}
      onClose={onClose}
    >
      <Chips
        label="Usual notes"
        answers={seen ? usualNotes.seen : usualNotes.notSeen}
        onPick={(picked) => fillIn(note.current, picked)}
      />
      <TextField label="Note" {...form.field("note")} ref={note} optional maxLength={300} autoComplete="off" />
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
      {photo.reading && <Skeleton className="h-40" />}
      {photo.text !== undefined && (
        <figure>
          <img src={`data:image/jpeg;base64,${photo.text}`} alt="What will be sent" className="max-h-60 rounded-xl" />
          <figcaption className="mt-1 text-ink-soft">This photo is sent with the record.</figcaption>
        </figure>
      )}
    </FormDialog>
  );
}
