/** A step on somebody's account, with its reason. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { proposedText } from "#features/accounts/proposal-contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { check, focusFirstProblem, type Problems, problemsOf } from "#platform/web/form.ts";
import { keyOf } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { notify } from "#platform/web/ui/toast.tsx";

interface ReasonDialogProps {
  route: typeof peopleRoutes.signPersonOut | typeof peopleRoutes.recoverPerson | typeof peopleRoutes.movePerson;
  personId: string;
  title: string;
  /** What will happen. */
  about: string;
  action: string;
  /** What a toast says then. */
  done: string;
  /** Fields over the reason. */
  children?: (problems: Problems) => ReactNode;
  onClose: () => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { route, personId, title, about, action, done, children, onClose } = props;
  const queries = useQueryClient();
  const [problems, setProblems] = useState<Problems>({});
  const act = useMutation({
    mutationFn: (body: { reason: string; email: string }) =>
      // Each of them answers with a person or with a proposal; the fields were checked by its own schema.
      call(route as typeof peopleRoutes.movePerson, { params: { id: personId }, body }),
    onSuccess: async (reply) => {
      await queries.invalidateQueries({ queryKey: keyOf(peopleRoutes.findPerson) });
      if (reply.status === 202)
        notify({ title: "Proposed", description: proposedText(reply.body.proposal), duration: 5000 });
      else notify({ title: done });
      onClose();
    },
    onError: (error) => setProblems(problemsOf(error)),
  });
  return (
    <FormDialog
      open
      title={title}
      about={about}
      action={action}
      dangerous
      busy={act.isPending}
      onClose={onClose}
      onSubmit={(values, form) => {
        const checked = check(route.body, values);
        setProblems(checked.ok ? {} : checked.problems);
        if (checked.ok) act.mutate({ email: "", ...checked.value });
        else focusFirstProblem(form);
      }}
    >
      {act.error && (
        <Banner tone="warning" live="assertive">
          {messageOf(act.error)}
        </Banner>
      )}
      {children?.(problems)}
      <TextField label="Reason" name="reason" autoComplete="off" maxLength={500} error={problems["reason"]} />
    </FormDialog>
  );
}
