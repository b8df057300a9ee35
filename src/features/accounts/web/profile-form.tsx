/** Name, email and phone. A changed email is saved with the code that was mailed to it. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { check, focusFirstProblem, problemsOf, valuesOf, type Problems } from "#platform/web/form.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { profileWords } from "./profile-words.ts";

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
  const [unproved, setUnproved] = useState<string>();
  const save = useMutation({
    mutationFn: (body: Change) => call(accountRoutes.updateUser, { params: { id: user.id }, body }),
    onSuccess: (reply, sent) => {
      onChanged(reply.body.user);
      setUnproved(reply.status === 202 ? sent.email : undefined);
      if (reply.status === 200) sayUpdated();
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
          onProved={(changed) => {
            setUnproved(undefined);
            onChanged(changed);
          }}
          onKept={() => {
            setUnproved(undefined);
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

interface EmailCodeProps {
  user: User;
  email: string;
  onProved: (user: User) => void;
  onKept: () => void;
}

function EmailCode({ user, email, onProved, onKept }: EmailCodeProps) {
  const words = useWords(profileWords);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => input.current?.focus(), []);
  const send = (body: Change) => call(accountRoutes.updateUser, { params: { id: user.id }, body });
  const fail = (error: unknown) => {
    notify({
      title: wordsNow(profileWords).updateFailed,
      description: messageOf(error),
      variant: "error",
      duration: 5000,
    });
  };
  const prove = useMutation({
    mutationFn: (code: string) => send({ email, code }),
    onSuccess: (reply) => {
      if (reply.status !== 200) return;
      onProved(reply.body.user);
      sayUpdated();
    },
    onError: (error) => {
      fail(error);
      setProblem(messageOf(error));
      input.current?.select();
    },
  });
  const resend = useMutation({
    mutationFn: () => send({ email }),
    onSuccess: () => notify({ title: wordsNow(profileWords).sent, description: email }),
    onError: fail,
  });
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (prove.isPending) return;
    const code = (valuesOf(event.currentTarget)["code"] ?? "").replaceAll(/\D/g, "");
    if (code.length === 6) return prove.mutate(code);
    setProblem(words.codeShort);
    input.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4 rounded-2xl bg-gold-tint p-4">
      <div role="status">
        <p className="font-bold">{words.emailWaits}</p>
        <p className="wrap-anywhere">{words.emailWaitsAbout(email)}</p>
      </div>
      <TextField
        ref={input}
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        className="tabular text-center font-display text-3xl! font-bold tracking-[0.3em]"
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <Button type="submit" wide busy={prove.isPending && words.checking}>
        {words.confirmEmail}
      </Button>
      <Button variant="quiet" busy={resend.isPending && words.sending} onClick={() => resend.mutate()}>
        {words.sendAgain}
      </Button>
      <Button variant="quiet" onClick={onKept}>
        {words.keepOld}
      </Button>
    </form>
  );
}

function sayUpdated(): void {
  const words = wordsNow(profileWords);
  notify({ title: words.saved, description: words.savedAbout });
}
