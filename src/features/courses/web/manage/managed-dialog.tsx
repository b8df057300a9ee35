/** The form of something managed in a dialog: its fields, why it was not saved, Cancel and Save. */
import { useState, type ReactNode } from "react";
import type { RouteDef } from "#platform/shared/route.ts";
import type { Problems } from "#platform/web/form.ts";
import { randomId } from "#platform/web/random-id.ts";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { useSave } from "./use-save.ts";

type Sending = RouteDef & { body: NonNullable<RouteDef["body"]> };

interface ManagedDialogProps {
  title: string;
  action: string;
  /** What a toast says when it is saved. */
  saved: string;
  /** What is changed, from the version that stands in the form; undefined for something new. */
  of: { id: number; version: number } | undefined;
  create: Sending;
  change: Sending;
  /** The routes whose answers are other ones then. */
  lists: readonly RouteDef[];
  /** Fields that a blank empties. */
  emptied?: readonly string[];
  /** Values that stand in no field, such as a switch's. */
  also: Readonly<Record<string, unknown>>;
  children: (problems: Problems) => ReactNode;
  onClose: () => void;
}

/** Give it a key for what it is of: it keeps what stands in its fields. */
export function ManagedDialog(props: ManagedDialogProps) {
  const { title, action, saved, of, create, change, lists, emptied = [], also, children, onClose } = props;
  const [key] = useState(randomId);
  const { save, busy, problems, refusal, refresh } = useSave(lists);
  async function submit(typed: Record<string, string>, form: HTMLFormElement) {
    const values = { ...typed, ...also };
    const common = { form, saved };
    const blanks = Object.fromEntries(emptied.map((field) => [field, ""]));
    const done = of
      ? await save(change, { ...common, params: { id: of.id }, body: { ...blanks, ...values, version: of.version } })
      : await save(create, { ...common, body: values, idempotencyKey: key });
    if (done) onClose();
  }
  return (
    <FormDialog
      open
      title={title}
      action={action}
      busy={busy}
      onClose={onClose}
      onSubmit={(values, form) => void submit(values, form)}
    >
      <RefusalBanner refusal={refusal} refresh={refresh} onClose={onClose} />
      {children(problems)}
    </FormDialog>
  );
}
