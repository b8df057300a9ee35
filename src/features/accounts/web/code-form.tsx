/** The mailed code: six digits, five minutes, and another one on request. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { CODE_SECONDS } from "#features/accounts/rules.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { check } from "#platform/web/form.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { clockText } from "#platform/web/ui/clock.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useNow } from "#platform/web/ui/time.ts";
import { languageNow, useWords, wordsNow } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";
import { CodeField } from "./code-field.tsx";
import type { MailedCode } from "./mailed-code.ts";

/** Between one mail and the next. */
const RESEND_SECONDS = 30;

interface CodeFormProps {
  mailed: MailedCode;
  /** Another code was mailed. */
  onMailed: () => void;
  onSignedIn: (user: User) => void;
}

export function CodeForm({ mailed, onMailed, onSignedIn }: CodeFormProps) {
  const { email, sentAt } = mailed;
  const words = useWords(authWords);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const now = useNow(1000);
  // By the device's own count from the mail: its clock may be wrong, the lapse is not.
  const [resendAt, setResendAt] = useState(sentAt + RESEND_SECONDS * 1000);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const login = useMutation({
    mutationFn: (typed: string) => call(accountRoutes.login, { body: { email, code: typed } }),
    onSuccess: (reply) => {
      if (reply.status === 200) onSignedIn(reply.body.user);
    },
    onError: (error) => {
      notify({
        title: wordsNow(authWords).loginFailed,
        description: messageOf(error),
        variant: "error",
        duration: 5000,
      });
      setProblem(messageOf(error));
      input.current?.select();
    },
  });
  const resend = useMutation({
    mutationFn: () => call(accountRoutes.login, { body: { email, language: languageNow() } }),
    onSuccess: (reply) => {
      // The device became known meanwhile, in another tab.
      if (reply.status === 200) return onSignedIn(reply.body.user);
      setCode("");
      setProblem(undefined);
      onMailed();
      setResendAt(now + RESEND_SECONDS * 1000);
      const { onItsWay: title, sentToAddress } = wordsNow(authWords);
      notify({ title, description: sentToAddress(email) });
    },
    onError: (error) => {
      notify({
        title: wordsNow(authWords).loginFailed,
        description: messageOf(error),
        variant: "error",
        duration: 5000,
      });
      const wait = error instanceof ApiError ? error.retryAfter : undefined;
      if (wait !== undefined) setResendAt(now + wait * 1000);
    },
  });

  const send = (typed: string) => {
    if (login.isPending) return;
    const checked = check(accountRoutes.login.body, { email, code: typed });
    const missing = typed === "" ? words.sixDigits : undefined;
    setProblem(missing ?? (checked.ok ? undefined : checked.problems["code"]));
    if (!missing && checked.ok) login.mutate(typed);
    else input.current?.focus();
  };
  const wait = Math.ceil((resendAt - now) / 1000);
  const left = CODE_SECONDS - Math.floor((now - sentAt) / 1000);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
      }}
    >
      <p>
        {words.sentTo} <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <CodeField
        ref={input}
        label={words.code}
        value={code}
        error={problem}
        hint={`${left > 0 ? words.worksFor(clockText(left)) : words.ranOut} ${words.thisBrowser}`}
        onTyped={(digits) => {
          setCode(digits);
          setProblem(undefined);
        }}
        onWhole={send}
      />
      <Button type="submit" size="bay" wide busy={login.isPending && words.checking}>
        {words.signIn}
      </Button>
      <Button
        variant="quiet"
        disabled={wait > 0}
        busy={resend.isPending && words.sending}
        onClick={() => resend.mutate()}
      >
        {wait > 0 ? words.newCodeIn(clockText(wait)) : words.newCode}
      </Button>
    </form>
  );
}
