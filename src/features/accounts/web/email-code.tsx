/** The code that was mailed to an account's new address. */
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { CodeField } from "./code-field.tsx";
import { profileWords } from "./profile-words.ts";
import { useTypedCode } from "./use-typed-code.ts";

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
  const send = (more: { code?: string }) =>
    call(accountRoutes.updateUser, { params: { id: user.id }, body: { email, ...more } });
  const typed = useTypedCode({
    prove: (code) => send({ code }),
    onProved: (reply) => reply.status === 200 && onProved(reply.body.user),
    short: words.codeShort,
    failed: words.updateFailed,
  });
  const resend = useAction({
    run: () => send({}),
    onDone: onMailed,
    done: { title: words.sent, description: email },
    failed: words.updateFailed,
  });
  return (
    <form {...typed.form} className="mt-5 flex flex-col gap-4 rounded-2xl bg-gold-tint p-4">
      <div role="status">
        <p className="font-bold">{words.emailWaits}</p>
        <p className="wrap-anywhere">{words.emailWaitsAbout(email)}</p>
      </div>
      <CodeField {...typed.field} label={words.code} hint={words.thisBrowser} />
      <Button type="submit" wide busy={typed.busy && words.checking}>
        {words.confirmEmail}
      </Button>
      <Button variant="quiet" busy={resend.busy && words.sending} onClick={() => void resend.start()}>
        {words.sendAgain}
      </Button>
      <Button variant="quiet" onClick={onKept}>
        {words.keepOld}
      </Button>
    </form>
  );
}
