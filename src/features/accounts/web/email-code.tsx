/** The code that was mailed to an account's new address. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { CodeField } from "./code-field.tsx";
import { profileWords } from "./profile-words.ts";

interface EmailCodeProps {
  user: User;
  email: string;
  /** Another code was mailed. */
  onMailed: () => void;
  onProved: (user: User) => void;
  onKept: () => void;
}

export function EmailCode({ user, email, onMailed, onProved, onKept }: EmailCodeProps) {
  const words = useWords(profileWords);
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  useEffect(() => input.current?.focus(), []);
  const send = (more: { code?: string }) =>
    call(accountRoutes.updateUser, { params: { id: user.id }, body: { email, ...more } });
  const fail = (error: unknown) => {
    notify({
      title: wordsNow(profileWords).updateFailed,
      description: messageOf(error),
      variant: "error",
      duration: 5000,
    });
  };
  const prove = useMutation({
    mutationFn: (typed: string) => send({ code: typed }),
    onSuccess: (reply) => {
      if (reply.status === 200) onProved(reply.body.user);
    },
    onError: (error) => {
      fail(error);
      setProblem(messageOf(error));
      input.current?.select();
    },
  });
  const resend = useMutation({
    mutationFn: () => send({}),
    onSuccess: () => {
      onMailed();
      notify({ title: wordsNow(profileWords).sent, description: email });
    },
    onError: fail,
  });
  const submit = (typed: string) => {
    if (prove.isPending) return;
    if (typed.length === 6) return prove.mutate(typed);
    setProblem(words.codeShort);
    input.current?.focus();
  };
  return (
    <form
      noValidate
      className="mt-5 flex flex-col gap-4 rounded-2xl bg-gold-tint p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit(code);
      }}
    >
      <div role="status">
        <p className="font-bold">{words.emailWaits}</p>
        <p className="wrap-anywhere">{words.emailWaitsAbout(email)}</p>
      </div>
      <CodeField
        ref={input}
        label={words.code}
        value={code}
        error={problem}
        hint={words.thisBrowser}
        onTyped={(digits) => {
          setCode(digits);
          setProblem(undefined);
        }}
        onWhole={submit}
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
