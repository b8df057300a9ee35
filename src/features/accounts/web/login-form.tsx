import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { check, focusFirstProblem, problemsOf, valuesOf, type Problems } from "#platform/web/form.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { languageNow, useWords, wordsNow } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";

interface LoginFormProps {
  /** A code was mailed to this address. */
  onChallenge: (email: string) => void;
  onSignedIn: (user: User) => void;
}

export function LoginForm({ onChallenge, onSignedIn }: LoginFormProps) {
  const words = useWords(authWords);
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const login = useMutation({
    mutationFn: (email: string) => call(accountRoutes.login, { body: { email, language: languageNow() } }),
    onSuccess: (reply, email) => {
      if (reply.status === 202) onChallenge(email);
      else onSignedIn(reply.body.user);
    },
    onError: (error) => {
      notify({
        title: wordsNow(authWords).loginFailed,
        description: messageOf(error),
        variant: "error",
        duration: 5000,
      });
      setProblems({ email: messageOf(error), ...problemsOf(error) });
      focusFirstProblem(form.current);
    },
  });
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending) return;
    const checked = check(accountRoutes.login.body, valuesOf(event.currentTarget));
    setProblems(checked.ok ? {} : checked.problems);
    if (checked.ok) login.mutate(checked.value.email);
    else focusFirstProblem(form.current);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={problems["email"]}
      />
      <Button type="submit" size="bay" wide busy={login.isPending && words.signingIn}>
        {words.signIn}
      </Button>
    </form>
  );
}
