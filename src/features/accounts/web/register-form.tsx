import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type * as z from "zod/mini";
import { accountRoutes, acquisitionSources, registration, type User } from "#features/accounts/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { check, focusFirstProblem, problemsOf, valuesOf, type Problems } from "#platform/web/form.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";

export function RegisterForm({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const words = useWords(authWords);
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const register = useMutation({
    mutationFn: (body: z.input<typeof registration>) => call(accountRoutes.register, { body }),
    onSuccess: (reply) => onSignedIn(reply.body.user),
    onError: (error) => {
      notify({
        title: wordsNow(authWords).registrationFailed,
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
    if (register.isPending) return;
    const checked = check(registration, valuesOf(event.currentTarget));
    setProblems(checked.ok ? {} : checked.problems);
    if (checked.ok) return register.mutate(checked.value);
    const first = Object.values(checked.problems)[0];
    notify({ title: wordsNow(authWords).registrationFailed, description: first, variant: "error", duration: 5000 });
    focusFirstProblem(form.current);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label={words.name}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        required
        error={problems["name"]}
      />
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={problems["email"]}
      />
      <TextField
        label={words.phone}
        name="phone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        required
        hint={words.phoneHint}
        error={problems["phone"]}
      />
      <SelectField
        label={words.howHeard}
        name="acquisitionSource"
        optional
        error={problems["acquisitionSource"]}
        defaultValue=""
      >
        <option value="">{words.chooseOne}</option>
        {acquisitionSources.map((source) => (
          <option key={source} value={source}>
            {words[source]}
          </option>
        ))}
      </SelectField>
      <Button type="submit" size="bay" wide busy={register.isPending && words.creating}>
        {words.createAccount}
      </Button>
    </form>
  );
}
