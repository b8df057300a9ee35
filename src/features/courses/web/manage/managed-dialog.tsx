/** A form in a dialog for something managed: its fields, the reason why it was not saved, Cancel and Save. */
import type { ReactNode } from "react";
import type { RouteDef } from "#platform/shared/route.ts";
import { type ContractForm, type FieldName, type FormRoute, useContractForm } from "#platform/web/contract-form.ts";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";

interface ManagedDialogProps<Create extends FormRoute, Change extends FormRoute> {
  title: string;
  action: string;
  /** The toast after saving. */
  saved: string;
  /** What is changed, with the version in the form; undefined for something new. */
  of: { id: number; version: number } | undefined;
  create: Create;
  change: Change;
  /** The routes whose answers change after it. */
  lists: readonly RouteDef[];
  /** Values without a field, such as a switch's. */
  also: { readonly [F in FieldName<Create | Change>]?: unknown };
  /** The field of each refusal, by the refusal's code. */
  refusals: Readonly<Record<string, FieldName<Create | Change>>>;
  children: (field: ContractForm<Create | Change>["field"]) => ReactNode;
  onClose: () => void;
}

/** Give it a key for its subject, because its fields keep their values. */
export function ManagedDialog<Create extends FormRoute, Change extends FormRoute>(
  props: ManagedDialogProps<Create, Change>,
) {
  const { title, action, saved, of, create, change, lists, also, refusals, children, onClose } = props;
  const form = useContractForm<Create | Change>(of ? change : create, {
    ...(of && { params: { id: of.id } }),
    also: { ...also, ...(of && { version: of.version }) },
    refusals,
    done: saved,
    changes: lists,
    onDone: onClose,
  });
  return (
    <FormDialog form={form} open title={title} action={action} onClose={onClose}>
      <RefusalBanner refusal={form.refusal} lists={lists} onClose={onClose} />
      {children(form.field)}
    </FormDialog>
  );
}
