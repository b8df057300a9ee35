/** Name, email and phone. A changed email is saved with the code that was mailed to it. */
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type * as z from "zod/mini";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { deviceNow } from "#platform/web/device-clock.ts";
import { check, focusFirstProblem, problemsOf, valuesOf, type Problems } from "#platform/web/form.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { emailCode } from "./mailed-code.ts";
import { profileWords } from "./profile-words.ts";

const EmailCode = late(async () => (await import("./email-code.tsx")).EmailCode, { asked: true });

type Change = z.input<typeof accountRoutes.updateUser.body>;

interface ProfileFormProps {
  user: User;
  onChanged: (user: User) => void;
}

export function ProfileForm({ user, onChanged }: ProfileFormProps) {
  const words = useWords(profileWords);
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  /** The address that waits for its code. */
  const [unproved, setUnproved] = useState(() => emailCode(user.id).read()?.email);
  const waitForCode = (email: string) => {
    emailCode(user.id).write({ email, sentAt: deviceNow() });
    setUnproved(email);
  };
  const settled = () => {
    emailCode(user.id).clear();
    setUnproved(undefined);
  };
  const save = useMutation({
    mutationFn: (body: Change) => call(accountRoutes.updateUser, { params: { id: user.id }, body }),
    onSuccess: (reply, sent) => {
      onChanged(reply.body.user);
      if (reply.status === 200) {
        settled();
        sayUpdated();
      } else if (sent.email !== undefined) {
        waitForCode(sent.email);
      }
    },
    onError: (error) => {
      notify({
        title: wordsNow(profileWords).updateFailed,
        description: messageOf(error),
        variant: "error",
        duration: 5000,
      });
      setProblems(problemsOf(error));
      focusFirstProblem(form.current);
    },
  });
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    // What was emptied is sent as empty: the server tells it from what was not sent.
    const typed = { name: "", email: "", phone: "", ...valuesOf(event.currentTarget) };
    const checked = check(accountRoutes.updateUser.body, typed);
    setProblems(checked.ok ? {} : checked.problems);
    if (checked.ok) save.mutate(typed);
    else focusFirstProblem(form.current);
  };
  return (
    <Card title={words.personal}>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={words.name}
          name="name"
          defaultValue={user.name}
          autoComplete="name"
          maxLength={100}
          error={problems["name"]}
        />
        <TextField
          label={words.email}
          name="email"
          type="email"
          defaultValue={user.email}
          autoComplete="email"
          error={problems["email"]}
        />
        <TextField
          label={words.phone}
          name="phone"
          type="tel"
          defaultValue={user.phone ?? ""}
          autoComplete="tel"
          optional
          error={problems["phone"]}
        />
        <Button type="submit" wide busy={save.isPending && words.saving}>
          {words.save}
        </Button>
      </form>
      {unproved !== undefined && (
        <EmailCode
          key={unproved}
          user={user}
          email={unproved}
          onMailed={() => waitForCode(unproved)}
          onProved={(changed) => {
            settled();
            onChanged(changed);
            sayUpdated();
          }}
          onKept={() => {
            settled();
            const field = form.current?.elements.namedItem("email");
            if (field instanceof HTMLInputElement) {
              field.value = user.email;
              field.focus();
            }
          }}
        />
      )}
    </Card>
  );
}

function sayUpdated(): void {
  const words = wordsNow(profileWords);
  notify({ title: words.saved, description: words.savedAbout });
}
