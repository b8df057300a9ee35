/** Asks for the reason of a rejection or forfeit. Its button, or Ctrl and Enter in the field, needs a reason. */
import { useRef, useState } from "react";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Chips } from "#platform/web/ui/chips.tsx";
import { TextArea } from "#platform/web/ui/field.tsx";

interface ReasonDialogProps {
  open: boolean;
  title: string;
  /** The consequence. */
  about: string;
  hint: string;
  /** The usual reasons, to tap. */
  usual: readonly string[];
  /** The button's label: 'Reject Claim'. */
  action: string;
  busy: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

export const forfeitReasons = ["Under 18.", "No tax form received.", "The player does not want the prize."];

/** Give it a new key at each opening: its text then starts blank. */
export function ReasonDialog({ open, title, about, hint, usual, action, busy, onClose, onSubmit }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <ActionDialog
      open={open}
      title={title}
      action={action}
      dangerous
      disabled={reason.trim() === ""}
      unsaved={reason.trim() !== ""}
      focusOn={field}
      busy={busy}
      onClose={onClose}
      onAct={() => onSubmit(reason.trim())}
    >
      <p className="mb-4">{about}</p>
      <div className="mb-4">
        <Chips label="Usual reasons" answers={usual} onPick={setReason} />
      </div>
      <TextArea
        label="Reason"
        ref={field}
        required
        hint={hint}
        maxLength={1000}
        className="min-h-[100px]"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === "Enter" && (ctrlKey || metaKey) && reason.trim() !== "" && !busy) onSubmit(reason.trim());
        }}
      />
    </ActionDialog>
  );
}
