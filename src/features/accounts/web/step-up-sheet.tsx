/** Asks whoever is there to prove it: with a mailed code, or with the passkey of those who have one. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
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

interface Asked {
  /** What a passkey is to sign; undefined when a code was mailed. */
  options: PublicKeyCredentialRequestOptionsJSON | undefined;
}

export function StepUpSheet({ onDone }: { onDone: (proved: boolean) => void }) {
  const words = useWords(stepUpWords);
  const [id] = useState(randomId);
  // A question is asked once for each opening, however often React draws it.
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
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  useEffect(() => input.current?.focus(), []);
  const prove = useMutation({
    mutationFn: (typed: string) => call(stepUpRoutes.stepUp, { body: { code: typed } }),
    onSuccess: onProved,
    onError: (error) => {
      setProblem(messageOf(error));
      input.current?.select();
    },
  });
  const send = (typed: string) => {
    if (prove.isPending) return;
    if (typed.length === 6) return prove.mutate(typed);
    setProblem(words.sixDigits);
    input.current?.focus();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
      }}
    >
      <p role="status">{words.sent}</p>
      <CodeField
        ref={input}
        label={words.code}
        value={code}
        error={problem}
        hint={words.thisBrowser}
        onTyped={(digits) => {
          setCode(digits);
          setProblem(undefined);
        }}
        onWhole={send}
      />
      <Button type="submit" wide busy={prove.isPending && words.checking}>
        {words.confirm}
      </Button>
      <Button
        variant="quiet"
        busy={sending && words.sending}
        onClick={() => {
          setCode("");
          setProblem(undefined);
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
  const prove = useMutation({
    mutationFn: async () => {
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
    onSuccess: (proved) => proved && onProved(),
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
      <Button wide busy={prove.isPending && words.checking} onClick={() => prove.mutate()}>
        <KeyRound aria-hidden className="size-5 shrink-0" />
        {words.passkey}
      </Button>
    </>
  );
}
