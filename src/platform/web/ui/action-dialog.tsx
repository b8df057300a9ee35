/** A dialog with Cancel and one button that does something. For administrators' screens. */
import { useRef, type ReactNode, type RefObject } from "react";
import { useUnsavedGuard } from "../unsaved.ts";
import { useWords } from "../words.ts";
import { Button } from "./button.tsx";
import { deskShellWords } from "./desk-shell-words.ts";
import { Sheet } from "./sheet.tsx";

export interface ActionDialogProps {
  open: boolean;
  title: string;
  /** The button's label: 'Reject Claim'. */
  action: ReactNode;
  /** For an action that cannot be undone, or that costs somebody something. */
  dangerous?: boolean;
  /** Disables the button while something is missing. */
  disabled?: boolean;
  /** Whether something was typed that closing or leaving would lose: the dialog then asks first. */
  unsaved?: boolean;
  /** The focus starts here instead of at the title; `action` is the button, so that a second step is one more key. */
  focusOn?: RefObject<HTMLElement | null> | "action";
  /** While the action runs the dialog does not close; a text replaces the label. */
  busy: boolean | string;
  onClose: () => void;
  /** The button sends the form of this id, or calls `onAct`. */
  form?: string;
  onAct?: () => void;
  children: ReactNode;
}

/** @example <ActionDialog open={asking} title="Close course 3?" action="Close" busy={busy} onClose={stop} onAct={close}>…</ActionDialog> */
export function ActionDialog(props: ActionDialogProps) {
  const {
    open,
    title,
    action,
    dangerous,
    disabled,
    unsaved = false,
    focusOn,
    busy,
    onClose,
    form,
    onAct,
    children,
  } = props;
  const words = useWords(deskShellWords);
  const button = useRef<HTMLButtonElement>(null);
  const mayLeave = useUnsavedGuard(() => unsaved, open && unsaved);
  const close = () => {
    if (mayLeave()) onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      closable={busy === false}
      size="dialog"
      {...(focusOn && { focusOn: focusOn === "action" ? button : focusOn })}
      title={title}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" size="small" disabled={busy !== false} onClick={close}>
            {words.cancel}
          </Button>
          <Button
            ref={button}
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
