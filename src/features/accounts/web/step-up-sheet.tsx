/** Asks for a fresh proof: a mailed code, or a passkey if the person has one. */
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { randomId } from "#platform/web/random-id.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { languageNow, useWords } from "#platform/web/words.ts";
import { CodeField } from "./code-field.tsx";
import { hasPasskeys } from "./passkey-sign-in.tsx";
import { stepUpWords } from "./step-up-words.ts";
import { useTypedCode } from "./use-typed-code.ts";

interface Asked {
  /** The options for a passkey; undefined when a code was mailed. */
  options: PublicKeyCredentialRequestOptionsJSON | undefined;
}

export function StepUpSheet({ onDone }: { onDone: (proved: boolean) => void }) {
  const words = useWords(stepUpWords);
  const [id] = useState(randomId);
  // One call for each opening, however often React renders.
  const asked = useQuery({
    queryKey: ["step-up", id],
    gcTime: 0,
    queryFn: async (): Promise<Asked> => {
      const reply = await call(stepUpRoutes.stepUp, { body: { language: languageNow() } });
      return { options: reply.status === 202 ? reply.body.passkey?.options : undefined };
    },
  });
  return (
    <Sheet open onClose={() => onDone(false)} title={words.title}>
      <div className="flex flex-col gap-4">
        <p>{words.why}</p>
        {asked.data ? (
          asked.data.options ? (
            <ByPasskey options={asked.data.options} onProved={() => onDone(true)} />
          ) : (
            <ByCode onProved={() => onDone(true)} onAgain={() => void asked.refetch()} sending={asked.isFetching} />
          )
        ) : asked.error ? (
          <>
            <Banner tone="danger" live="assertive" title={words.notSent}>
              {messageOf(asked.error)}
            </Banner>
            <Button variant="secondary" wide onClick={() => void asked.refetch()}>
              {words.again}
            </Button>
          </>
        ) : (
          <Loading label={words.sending}>
            <Skeleton className="h-32" />
          </Loading>
        )}
      </div>
    </Sheet>
  );
}

interface ByCodeProps {
  onProved: () => void;
  onAgain: () => void;
  sending: boolean;
}

function ByCode({ onProved, onAgain, sending }: ByCodeProps) {
  const words = useWords(stepUpWords);
  const typed = useTypedCode({
    prove: (code) => call(stepUpRoutes.stepUp, { body: { code } }),
    onProved,
    short: words.sixDigits,
  });
  return (
    // On its side a phone has the button beside the field, above its keyboard.
    <form {...typed.form} className="flex flex-col gap-4 low:grid low:grid-cols-2 low:items-center low:gap-y-2">
      <p role="status" className="low:col-span-2">
        {words.sent}
      </p>
      <CodeField {...typed.field} label={words.code} hint={words.thisBrowser} />
      <Button type="submit" wide busy={typed.busy && words.checking}>
        {words.confirm}
      </Button>
      <Button
        variant="quiet"
        className="low:col-span-2"
        busy={sending && words.sending}
        onClick={() => {
          typed.clear();
          onAgain();
        }}
      >
        {words.newCode}
      </Button>
    </form>
  );
}

interface ByPasskeyProps {
  options: PublicKeyCredentialRequestOptionsJSON;
  onProved: () => void;
}

function ByPasskey({ options, onProved }: ByPasskeyProps) {
  const words = useWords(stepUpWords);
  const prove = useAction({
    run: async () => {
      const { isCancelled, signWithPasskey } = await import("./passkeys.ts");
      try {
        const passkey = await signWithPasskey(options);
        await call(stepUpRoutes.stepUp, { body: { passkey } });
        return true;
      } catch (error) {
        if (isCancelled(error)) return false;
        throw error;
      }
    },
    onDone: (proved) => proved && onProved(),
  });
  if (!hasPasskeys()) return <Banner tone="warning">{words.noPasskeys}</Banner>;
  return (
    <>
      <p>{words.passkeyAbout}</p>
      {prove.error && (
        <Banner tone="danger" live="assertive">
          {messageOf(prove.error)}
        </Banner>
      )}
      <Button wide busy={prove.busy && words.checking} onClick={() => void prove.start()}>
        <KeyRound aria-hidden className="size-5 shrink-0" />
        {words.passkey}
      </Button>
    </>
  );
}
