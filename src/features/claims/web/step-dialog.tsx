/** A small form in a dialog: its fields, and one button that does the thing. */
import { useId, type ReactNode } from "react";
import { valuesOf } from "#platform/web/form.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";

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
    <Sheet
      open={open}
      onClose={onClose}
      closable={!busy}
      size="dialog"
      title={title}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" size="small" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} size="small" busy={busy}>
            {action}
          </Button>
        </div>
      }
    >
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
    </Sheet>
  );
}
