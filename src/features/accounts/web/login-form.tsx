import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { languageNow, useWords } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";
import { typedEmail } from "./typed-email.ts";

interface LoginFormProps {
  /** A code was mailed to this address. */
  onChallenge: (email: string) => void;
  onSignedIn: (user: User) => void;
}

export function LoginForm({ onChallenge, onSignedIn }: LoginFormProps) {
  const words = useWords(authWords);
  const form = useContractForm(accountRoutes.login, {
    also: { language: languageNow() },
    failed: words.loginFailed,
    otherwise: "email",
    guarded: false,
    onDone: (reply, { email }) => {
      if (reply.status === 200) onSignedIn(reply.body.user);
      else if (email !== undefined) onChallenge(email);
    },
  });
  return (
    <form {...form.props} noValidate className="flex flex-col gap-5">
      <TextField
        label={words.email}
        {...form.field("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={typedEmail.read()}
      />
      <Button type="submit" size="bay" wide busy={form.busy && words.signingIn}>
        {words.signIn}
      </Button>
    </form>
  );
}
