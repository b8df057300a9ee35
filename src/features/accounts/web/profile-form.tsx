/** Name, email and phone. A changed email is saved with the code that was mailed to it. */
import { useState } from "react";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { deviceNow } from "#platform/web/device-clock.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { late } from "#platform/web/ui/late.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords } from "#platform/web/words.ts";
import { emailCode } from "./mailed-code.ts";
import { profileWords } from "./profile-words.ts";

const EmailCode = late(async () => (await import("./email-code.tsx")).EmailCode, { asked: true });

interface ProfileFormProps {
  user: User;
  onChanged: (user: User) => void;
}

export function ProfileForm({ user, onChanged }: ProfileFormProps) {
  const words = useWords(profileWords);
  const updated = { title: words.saved, description: words.savedAbout };
  /** The address that waits for its code. */
  const [unproved, setUnproved] = useState(() => emailCode(user.id).read()?.email);
  const waitForCode = (email: string) => {
    emailCode(user.id).write({ email, sentAt: deviceNow() });
    setUnproved(email);
  };
  const forgetCode = () => {
    emailCode(user.id).clear();
    setUnproved(undefined);
  };
  const form = useContractForm(accountRoutes.updateUser, {
    params: { id: user.id },
    done: ({ status }) => (status === 200 ? updated : undefined),
    failed: words.updateFailed,
    refusals: { "accounts.email_taken": "email" },
    onDone: ({ status, body }, { email }) => {
      onChanged(body.user);
      if (status === 200) forgetCode();
      else if (email !== undefined) waitForCode(email);
    },
  });
  return (
    <Card title={words.personal}>
      <form {...form.props} noValidate className="flex flex-col gap-5">
        <TextField
          label={words.name}
          {...form.field("name")}
          defaultValue={user.name}
          autoComplete="name"
          maxLength={100}
        />
        <TextField
          label={words.email}
          {...form.field("email")}
          type="email"
          defaultValue={user.email}
          autoComplete="email"
        />
        <TextField
          label={words.phone}
          {...form.field("phone")}
          type="tel"
          defaultValue={user.phone ?? ""}
          autoComplete="tel"
          optional
        />
        <Button type="submit" wide busy={form.busy && words.saving}>
          {words.save}
        </Button>
      </form>
      {unproved !== undefined && (
        <EmailCode
          key={unproved}
          user={user}
          email={unproved}
          onMailed={() => waitForCode(unproved)}
          onProved={(changed) => {
            forgetCode();
            onChanged(changed);
            notify(updated);
          }}
          onKept={() => {
            forgetCode();
            const field = form.props.ref.current?.elements.namedItem("email");
            if (field instanceof HTMLInputElement) {
              field.value = user.email;
              form.settle();
              field.focus();
            }
          }}
        />
      )}
    </Card>
  );
}
