import { accountRoutes, acquisitionSources, type User } from "#features/accounts/contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";

export function RegisterForm({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const words = useWords(authWords);
  const form = useContractForm(accountRoutes.register, {
    failed: words.registrationFailed,
    // No question before leaving: people with an account go on to the sign-in.
    guarded: false,
    refusals: { "accounts.email_taken": "email" },
    onDone: ({ body }) => onSignedIn(body.user),
    onProblems: (problems) =>
      notify({
        title: words.registrationFailed,
        description: Object.values(problems)[0],
        variant: "error",
        duration: 5000,
      }),
  });
  return (
    <form {...form.props} noValidate className="flex flex-col gap-5">
      <TextField label={words.name} {...form.field("name")} autoComplete="name" autoCapitalize="words" required />
      <TextField
        label={words.email}
        {...form.field("email")}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label={words.phone}
        {...form.field("phone")}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        required
        hint={words.phoneHint}
      />
      <SelectField label={words.howHeard} {...form.field("acquisitionSource")} optional defaultValue="">
        <option value="">{words.chooseOne}</option>
        {acquisitionSources.map((source) => (
          <option key={source} value={source}>
            {words[source]}
          </option>
        ))}
      </SelectField>
      <Button type="submit" size="bay" wide busy={form.busy && words.creating}>
        {words.createAccount}
      </Button>
    </form>
  );
}
