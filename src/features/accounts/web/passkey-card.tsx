/** The passkeys of a member of staff, on their profile. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Passkey, passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { valuesOf } from "#platform/web/form.ts";
import { keyOf, queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { agoText, useNow } from "#platform/web/ui/time.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { useLanguage, useWords, wordsNow } from "#platform/web/words.ts";
import { passkeyWords } from "./passkey-words.ts";
import { hasPasskeys } from "./passkey-sign-in.tsx";
import { isCancelled, makePasskey } from "./passkeys.ts";

export function PasskeyCard() {
  const words = useWords(passkeyWords);
  const { data, error, refetch } = useQuery({ ...queryFor(passkeyRoutes.listPasskeys), refetchOnMount: "always" });
  return (
    <Card title={words.passkeys}>
      <p className="mb-4 text-ink-soft">{words.about}</p>
      {data ? (
        data.passkeys.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
      ) : (
        <Loading label={words.loading}>
          <Skeleton className="h-16" />
        </Loading>
      )}
      {hasPasskeys() && <AddPasskey />}
    </Card>
  );
}

/** The list as the server has it now. */
function useReread(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keyOf(passkeyRoutes.listPasskeys) });
}

function AddPasskey() {
  const words = useWords(passkeyWords);
  const form = useRef<HTMLFormElement>(null);
  const reread = useReread();
  const add = useMutation({
    mutationFn: makePasskey,
    onSuccess: async () => {
      form.current?.reset();
      await reread();
      const { added, addedAbout } = wordsNow(passkeyWords);
      notify({ title: added, description: addedAbout });
    },
    onError: (error) => {
      if (isCancelled(error)) return;
      notify({ title: wordsNow(passkeyWords).notAdded, description: messageOf(error), variant: "error" });
    },
  });
  return (
    <form
      ref={form}
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) add.mutate(valuesOf(event.currentTarget)["label"] ?? "");
      }}
    >
      <TextField label={words.label} hint={words.labelHint} name="label" required maxLength={60} autoComplete="off" />
      <Button type="submit" variant="secondary" wide busy={add.isPending && words.adding}>
        {words.add}
      </Button>
    </form>
  );
}

function PasskeyRow({ passkey: { id, label, lastUsedAt } }: { passkey: Passkey }) {
  const words = useWords(passkeyWords);
  const [language] = useLanguage();
  const now = useNow(30_000);
  const reread = useReread();
  const remove = useMutation({
    mutationFn: () => call(passkeyRoutes.removePasskey, { params: { id } }),
    onSuccess: async () => {
      await reread();
      const { removed, removedAbout } = wordsNow(passkeyWords);
      notify({ title: removed, description: removedAbout });
    },
    onError: (error) =>
      notify({ title: wordsNow(passkeyWords).notRemoved, description: messageOf(error), variant: "error" }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{label}</p>
        <p className="text-base text-ink-soft">
          {lastUsedAt === null ? words.never : words.lastUsed(agoText(lastUsedAt, now, language))}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={words.removeOne(label)}
        busy={remove.isPending && words.removing}
        onClick={() => remove.mutate()}
      >
        {words.remove}
      </Button>
    </li>
  );
}
