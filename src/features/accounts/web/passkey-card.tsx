/** The passkeys of a member of staff, on their profile. */
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type Passkey, passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { failure, useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { valuesOf } from "#platform/web/form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useServerTime } from "#platform/web/server-time.ts";
import { agoText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
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
      {(data ?? error) && hasPasskeys() && <AddPasskey />}
    </Card>
  );
}

function AddPasskey() {
  const words = useWords(passkeyWords);
  const form = useRef<HTMLFormElement>(null);
  const add = useAction({
    run: makePasskey,
    onDone: () => form.current?.reset(),
    done: { title: words.added, description: words.addedAbout },
    failed: (error) => (isCancelled(error) ? undefined : failure(words.notAdded, error)),
    changes: [passkeyRoutes.listPasskeys],
  });
  return (
    <form
      ref={form}
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void add.start(valuesOf(event.currentTarget)["label"] ?? "");
      }}
    >
      <TextField label={words.label} hint={words.labelHint} name="label" required maxLength={60} autoComplete="off" />
      <Button type="submit" variant="secondary" wide busy={add.busy && words.adding}>
        {words.add}
      </Button>
    </form>
  );
}

function PasskeyRow({ passkey: { id, label, lastUsedAt } }: { passkey: Passkey }) {
  const words = useWords(passkeyWords);
  const [language] = useLanguage();
  const now = useServerTime(30_000);
  const remove = useAction({
    run: () => call(passkeyRoutes.removePasskey, { params: { id } }),
    done: { title: words.removed, description: words.removedAbout },
    failed: words.notRemoved,
    changes: [passkeyRoutes.listPasskeys],
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
        busy={remove.busy && words.removing}
        onClick={() => void remove.start()}
      >
        {words.remove}
      </Button>
    </li>
  );
}
