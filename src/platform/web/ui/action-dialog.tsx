/** A dialog that does one thing, or nothing: Cancel, and the button that does it. For administrators' screens. */
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Sheet } from "./sheet.tsx";

export interface ActionDialogProps {
  open: boolean;
  title: string;
  /** The button's label: 'Reject Claim'. */
  action: ReactNode;
  /** It cannot be taken back, or costs somebody something. */
  dangerous?: boolean;
  /** Not yet: something is missing. */
  disabled?: boolean;
  /** While it runs nothing closes; a text is shown in place of the label. */
  busy: boolean | string;
  onClose: () => void;
  /** What the button does: send the form of this id, or this. */
  form?: string;
  onAct?: () => void;
  children: ReactNode;
}

/** @example <ActionDialog open={asking} title="Close course 3?" action="Close" busy={busy} onClose={stop} onAct={close}>…</ActionDialog> */
export function ActionDialog(props: ActionDialogProps) {
  const { open, title, action, dangerous, disabled, busy, onClose, form, onAct, children } = props;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      closable={busy === false}
      size="dialog"
      title={title}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" size="small" disabled={busy !== false} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={dangerous ? "danger" : "primary"}
            size="small"
            disabled={disabled ?? false}
            busy={busy}
            {...(form === undefined ? { onClick: onAct } : { type: "submit", form })}
          >
            {action}
          </Button>
        </div>
      }
    >
      {children}
    </Sheet>
  );
}
