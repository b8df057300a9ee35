/** Asks the staff at the bay for a sighting, with a note and a photo if they like. */
import { useRef, useState } from "react";
import { type BayClaim, evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { Chips, fillIn } from "#platform/web/ui/chips.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { bayClaimWords } from "./bay-words.ts";
import { photoOf } from "./photo.ts";
import { bayClaimLists, bayClaimToast } from "./use-bay-claims.ts";

interface SightingDialogProps {
  claim: BayClaim;
  /** The answer to record; undefined while the dialog is closed. */
  asked: "seen" | "not seen" | undefined;
  onClose: () => void;
}

/** Give it a new key at each opening: its fields then start blank. */
export function SightingDialog({ claim, asked, onClose }: SightingDialogProps) {
  const words = useWords(bayClaimWords);
  const holes = useHoleFacts();
  const seen = asked === "seen";
  const note = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState<{ text?: string; problem?: string; reading?: true }>({});
  const form = useContractForm(evidenceRoutes.recordSighting, {
    params: { id: claim.id },
    also: { seen, ...(photo.text !== undefined && { photo: photo.text }) },
    done: bayClaimToast(seen ? words.recordedSeen : words.recordedNotSeen, claim),
    failed: words.notRecorded,
    changes: bayClaimLists,
    onDone: onClose,
  });

  async function take(file: File | undefined) {
    if (!file) return setPhoto({});
    setPhoto({ reading: true });
    setPhoto(
      await photoOf(file).then(
        (text) => ({ text }),
        () => ({ problem: words.unreadable }),
      ),
    );
  }

  return (
    <FormDialog
      form={form}
      open={asked !== undefined}
      title={seen ? words.seenTitle : words.notSeenTitle}
      about={words.about(claim.bayNumber, holes[claim.targetHole].name, claim.playerName)}
      action={seen ? words.recordSeen : words.recordNotSeen}
      disabled={photo.reading === true}
      onClose={onClose}
    >
      <Chips
        label={words.usualNotes}
        answers={seen ? [words.clearDrop, words.inCup, words.nobodyElse] : [words.beside, words.noBall, words.notThere]}
        onPick={(picked) => fillIn(note.current, picked)}
      />
      <TextField label={words.note} {...form.field("note")} ref={note} optional maxLength={300} autoComplete="off" />
      <TextField
        label={words.photo}
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
          <img src={`data:image/jpeg;base64,${photo.text}`} alt={words.willBeSent} className="max-h-60 rounded-xl" />
          <figcaption className="mt-1 text-ink-soft">{words.photoIsSent}</figcaption>
        </figure>
      )}
    </FormDialog>
  );
}
