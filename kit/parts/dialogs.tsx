import type { ComponentProps } from "react";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { TextArea, TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import type { Examples } from "../examples.ts";
import { nothing } from "../kept.tsx";

const sizes: Record<NonNullable<ComponentProps<typeof Sheet>["size"]>, true> = { full: true, fit: true, dialog: true };

const form: ComponentProps<typeof FormDialog>["form"] = {
  props: { ref: { current: null }, onSubmit: (event) => event.preventDefault(), onInput: nothing },
  busy: false,
  mayLeave: () => true,
};
const busyForm = { ...form, busy: true };

export const examples: Examples = {
  Sheet: {
    alone: "phone",
    states: (sample) => ({
      ...Object.fromEntries(
        (Object.keys(sizes) as (keyof typeof sizes)[]).map((size) => [
          size,
          <Sheet
            key={size}
            open
            onClose={nothing}
            size={size}
            title={sample.title}
            footer={
              <Button wide onClick={nothing}>
                {sample.pay}
              </Button>
            }
          >
            {sample.text}
          </Sheet>,
        ]),
      ),
      "cannot be closed": (
        <Sheet open onClose={nothing} closable={false} title={sample.longTitle}>
          {sample.text}
        </Sheet>
      ),
      "more than fits": (
        <Sheet
          open
          onClose={nothing}
          title={sample.title}
          footer={
            <Button wide onClick={nothing}>
              {sample.pay}
            </Button>
          }
        >
          {Array.from({ length: 20 }, (_, index) => (
            <p key={index} className="mb-4">
              {sample.text}
            </p>
          ))}
        </Sheet>
      ),
    }),
  },
  ActionDialog: {
    alone: "phone",
    states: () => ({
      plain: (
        <ActionDialog open title="Close course 3?" action="Close" busy={false} onClose={nothing} onAct={nothing}>
          Players then no longer find it.
        </ActionDialog>
      ),
      dangerous: (
        <ActionDialog
          open
          title="Reject this claim?"
          action="Reject Claim"
          dangerous
          busy={false}
          onClose={nothing}
          onAct={nothing}
        >
          The player is told the reason.
        </ActionDialog>
      ),
      "something is missing": (
        <ActionDialog open title="Close course 3?" action="Close" disabled busy={false} onClose={nothing}>
          <TextArea label="Reason" />
        </ActionDialog>
      ),
      busy: (
        <ActionDialog open title="Close course 3?" action="Close" busy="Closing..." onClose={nothing}>
          Players then no longer find it.
        </ActionDialog>
      ),
    }),
  },
  FormDialog: {
    alone: "phone",
    states: () => ({
      plain: (
        <FormDialog
          form={form}
          open
          title="Add a person"
          about="Who is registered already."
          action="Add"
          onClose={nothing}
        >
          <TextField label="Email" name="email" type="email" />
        </FormDialog>
      ),
      "refused, dangerous": (
        <FormDialog form={form} open title="Remove a person" action="Remove" dangerous onClose={nothing}>
          <TextField label="Email" name="email" type="email" error="Valid email is required" />
        </FormDialog>
      ),
      busy: (
        <FormDialog open title="Add a person" form={busyForm} action="Add" onClose={nothing}>
          <TextField label="Email" name="email" type="email" defaultValue="robin@example.com" />
        </FormDialog>
      ),
    }),
  },
};
