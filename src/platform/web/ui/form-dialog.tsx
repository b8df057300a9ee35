/** A small form in a dialog: its fields, and one button that does the thing. For administrators' screens. */
import { useId, type ReactNode } from "react";
import { valuesOf } from "../form.ts";
import { ActionDialog } from "./action-dialog.tsx";

interface FormDialogProps {
  open: boolean;
  title: string;
  /** What will happen. */
  about?: ReactNode;
  /** The button's label: 'Record age'. */
  action: string;
  /** It cannot be taken back, or costs somebody something. */
  dangerous?: boolean;
  busy: boolean;
  /** The fields. */
  children: ReactNode;
  onClose: () => void;
  /** Given the fields' values by name, blank ones left out; and the form, to lead to its first problem. */
  onSubmit: (values: Record<string, string>, form: HTMLFormElement) => void;
}

/** Give it a new key at each opening: its fields then start blank. */
export function FormDialog({ about, children, onSubmit, ...dialog }: FormDialogProps) {
  const form = useId();
  return (
    <ActionDialog {...dialog} form={form}>
      {about !== undefined && <p className="mb-5 wrap-anywhere">{about}</p>}
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(valuesOf(event.currentTarget), event.currentTarget);
        }}
      >
        {children}
      </form>
    </ActionDialog>
  );
}
