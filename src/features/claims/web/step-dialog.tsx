/** A small form in a dialog: its fields, and one button that does the thing. */
import { useId, type ReactNode } from "react";
import { valuesOf } from "#platform/web/form.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";

interface StepDialogProps {
  open: boolean;
  title: string;
  /** What will happen. */
  about: ReactNode;
  /** The button's label: 'Record age'. */
  action: string;
  busy: boolean;
  /** The fields. */
  children: ReactNode;
  onClose: () => void;
  /** Given the fields' values by name, blank ones left out. */
  onSubmit: (values: Record<string, string>) => void;
}

/** Give it a new key at each opening: its fields then start blank. */
export function StepDialog({ open, title, about, action, busy, children, onClose, onSubmit }: StepDialogProps) {
  const form = useId();
  return (
    <ActionDialog open={open} title={title} action={action} busy={busy} onClose={onClose} form={form}>
      <p className="mb-5 wrap-anywhere">{about}</p>
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(valuesOf(event.currentTarget));
        }}
      >
        {children}
      </form>
    </ActionDialog>
  );
}
