/** A small form in a dialog: its fields and one button. For administrators' screens. */
import { useId, type ReactNode } from "react";
import type { FormState } from "../form.ts";
import { ActionDialog } from "./action-dialog.tsx";

interface FormDialogProps {
  form: Pick<FormState, "props" | "busy" | "mayLeave">;
  open: boolean;
  title: string;
  /** What will happen. */
  about?: ReactNode;
  /** The button's label: 'Record age'. */
  action: string;
  /** For an action that cannot be undone, or that costs somebody something. */
  dangerous?: boolean;
  /** Disables the button while something is still being read. */
  disabled?: boolean;
  /** The fields. */
  children: ReactNode;
  onClose: () => void;
}

/** Give it a new key at each opening: its fields then start blank. */
export function FormDialog({ form, about, children, onClose, ...dialog }: FormDialogProps) {
  const id = useId();
  return (
    <ActionDialog {...dialog} form={id} busy={form.busy} onClose={() => form.mayLeave() && onClose()}>
      {about !== undefined && <p className="mb-5 wrap-anywhere">{about}</p>}
      <form {...form.props} id={id} noValidate className="flex flex-col gap-5">
        {children}
      </form>
    </ActionDialog>
  );
}
