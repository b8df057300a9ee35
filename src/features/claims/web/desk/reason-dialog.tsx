/** Asks for the reason of a rejection or forfeit. Its button needs a reason. */
import { useState } from "react";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { TextArea } from "#platform/web/ui/field.tsx";

interface ReasonDialogProps {
  open: boolean;
  title: string;
  /** The consequence. */
  about: string;
  hint: string;
  /** The button's label: 'Reject Claim'. */
  action: string;
  busy: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

/** Give it a new key at each opening: its text then starts blank. */
export function ReasonDialog({ open, title, about, hint, action, busy, onClose, onSubmit }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  return (
    <ActionDialog
      open={open}
      title={title}
      action={action}
      dangerous
      disabled={reason.trim() === ""}
      unsaved={reason.trim() !== ""}
      busy={busy}
      onClose={onClose}
      onAct={() => onSubmit(reason.trim())}
    >
      <p className="mb-4">{about}</p>
      <TextArea
        label="Reason"
        required
        hint={hint}
        maxLength={1000}
        className="min-h-[100px]"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ActionDialog>
  );
}
