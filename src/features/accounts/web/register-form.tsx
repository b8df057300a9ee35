import { Link } from "wouter";
import { accountRoutes, acquisitionSources, type User } from "#features/accounts/contract.ts";
import { messageOf } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { valuesOf } from "#platform/web/form.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { paths } from "#platform/web/paths.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";
import { typedEmail } from "./typed-email.ts";

interface RegisterFormProps {
  /** Where the sign-in leads, for people who have an account. */
  from: Path | undefined;
  onSignedIn: (user: User) => void;
}

export function RegisterForm({ from, onSignedIn }: RegisterFormProps) {
  const words = useWords(authWords);
  const form = useContractForm(accountRoutes.register, {
    failed: words.registrationFailed,
    // No question before leaving: people with an account go on to the sign-in.
    guarded: false,
    refusals: { "accounts.email_taken": "email", "accounts.invited": "email" },
    onDone: ({ body }) => onSignedIn(body.user),
    onProblems: (problems) =>
      notify({
        title: words.registrationFailed,
        description: Object.values(problems)[0],
        variant: "error",
        duration: 5000,
      }),
  });
  const email = form.field("email");
  return (
    <form
      {...form.props}
      // What was typed before the scripts came, or filled in by the browser, had no event of ours.
      onSubmitCapture={({ currentTarget }) => typedEmail.write(valuesOf(currentTarget)["email"] ?? "")}
      noValidate
      className="flex flex-col gap-5"
    >
      <TextField label={words.name} {...form.field("name")} autoComplete="name" autoCapitalize="words" required />
      <TextField
        label={words.email}
        {...email}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        onInput={({ currentTarget }) => typedEmail.write(currentTarget.value)}
      />
      {email.error && typedEmail.read() !== "" && (
        <Link
          href={paths.login(from ? { from } : {})}
          className="-mt-3 self-start py-2 font-semibold text-accent underline underline-offset-4"
        >
          {words.signInWith}
        </Link>
      )}
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
      {form.refusal && (
        <p role="alert" className="font-medium text-danger">
          {messageOf(form.refusal)}
        </p>
      )}
      <Button type="submit" size="bay" wide busy={form.busy && words.creating}>
        {words.createAccount}
      </Button>
      <p className="text-ink-soft">
        {words.accept} {/* In a tab of its own, so that what is typed here stays. */}
        <a
          href={paths.terms()}
          target="_blank"
          rel="noopener"
          className="font-semibold text-accent underline underline-offset-4"
        >
          {words.rules}
        </a>
        . {words.adults}
      </p>
    </form>
  );
}
