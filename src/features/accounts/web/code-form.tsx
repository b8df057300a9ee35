/** The mailed code: six digits, five minutes, and another one on request. */
import { useState } from "react";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { CODE_SECONDS } from "#features/accounts/rules.ts";
import { useAction } from "#platform/web/action.ts";
import { ApiError, call } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Countdown } from "#platform/web/ui/countdown.tsx";
import { useNow } from "#platform/web/ui/time.ts";
import { languageNow, useWords } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";
import { CodeField } from "./code-field.tsx";
import type { MailedCode } from "./mailed-code.ts";
import { useTypedCode } from "./use-typed-code.ts";

/** Seconds between one mail and the next. */
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
  const now = useNow(1000);
  // Counted by the device from the mail on: its clock may be wrong, but not the time that has passed.
  const [resendAt, setResendAt] = useState(sentAt + RESEND_SECONDS * 1000);
  const typed = useTypedCode({
    prove: (code) => call(accountRoutes.login, { body: { email, code } }),
    onProved: (reply) => reply.status === 200 && onSignedIn(reply.body.user),
    short: words.sixDigits,
    failed: words.loginFailed,
  });
  const resend = useAction({
    run: () => call(accountRoutes.login, { body: { email, language: languageNow() } }),
    onDone: (reply) => {
      // The device became known meanwhile, in another tab.
      if (reply.status === 200) return onSignedIn(reply.body.user);
      typed.clear();
      onMailed();
      setResendAt(now + RESEND_SECONDS * 1000);
    },
    done: ({ status }) =>
      status === 202 ? { title: words.onItsWay, description: words.sentToAddress(email) } : undefined,
    failed: words.loginFailed,
    onFailed: (error) => {
      const wait = error instanceof ApiError ? error.retryAfter : undefined;
      if (wait !== undefined) setResendAt(now + wait * 1000);
    },
  });

  const wait = Math.ceil((resendAt - now) / 1000);
  const left = CODE_SECONDS - Math.floor((now - sentAt) / 1000);
  return (
    <form {...typed.form} className="flex flex-col gap-5">
      <p>
        {words.sentTo} <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <CodeField
        {...typed.field}
        label={words.code}
        hint={
          <>
            {left > 0 ? (
              <>
                {words.worksFor} <Countdown seconds={left} />.
              </>
            ) : (
              words.ranOut
            )}{" "}
            {words.thisBrowser}
          </>
        }
      />
      <Button type="submit" size="bay" wide busy={typed.busy && words.checking}>
        {words.signIn}
      </Button>
      <Button
        variant="quiet"
        disabled={wait > 0}
        busy={resend.busy && words.sending}
        onClick={() => void resend.start()}
      >
        {wait > 0 ? (
          <span>
            {words.newCodeIn} <Countdown seconds={wait} />
          </span>
        ) : (
          words.newCode
        )}
      </Button>
    </form>
  );
}
