/** Asks for the reason of a rejection or forfeit. Its button, or Ctrl and Enter in the field, needs a reason. */
import { useRef, useState } from "react";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Chips } from "#platform/web/ui/chips.tsx";
import { TextArea } from "#platform/web/ui/field.tsx";
import { useWords } from "#platform/web/words.ts";
import { factWords } from "./fact-words.ts";

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

/** Give it a new key at each opening: its text then starts blank. */
export function ReasonDialog({ open, title, about, hint, usual, action, busy, onClose, onSubmit }: ReasonDialogProps) {
  const words = useWords(factWords);
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
        <Chips label={words.usualReasons} answers={usual} onPick={setReason} />
      </div>
      <TextArea
        label={words.reasonLabel}
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
