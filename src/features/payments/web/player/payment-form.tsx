/** Choosing how to pay: wallets, or a card. Shared by /checkout and the wizard's step 3. */
import { useQuery } from "@tanstack/react-query";
import { CreditCard, Smartphone, Wallet } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { courseRoutes } from "#features/courses/contract.ts";
import type { PaymentMethod } from "#features/payments/contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { focusFirstProblem } from "#platform/web/ui/field.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { CardFields } from "./card-fields.tsx";
import { emptyCard, isComplete, type CardProblems, type PaymentChoice } from "./payment-choice.ts";
import { paymentWords } from "./words.ts";

interface PaymentFormProps {
  /** The form's id: the pay button in the sticky footer names it with `form`. */
  id: string;
  /** In dollars. */
  price: number;
  problems: CardProblems;
  /** Nothing may be changed: a payment is running, or another session is. */
  locked: boolean;
  onPay: (choice: PaymentChoice) => void;
  /** Called with whether everything needed is filled in, for a button that waits for it. */
  onComplete?: (complete: boolean) => void;
}

const methods: readonly { method: PaymentMethod; title?: string; mark: ReactNode }[] = [
  { method: "apple", title: "Apple Pay", mark: <Smartphone aria-hidden className="size-7" /> },
  { method: "paypal", title: "PayPal", mark: <Wallet aria-hidden className="size-7" /> },
  { method: "card", mark: <CreditCard aria-hidden className="size-7" /> },
];

const StripeForm = lazy(() => import("./stripe-form.tsx").then((file) => ({ default: file.StripeForm })));

/** The form of the gateway in use. Until it is known which gateway that is, there is no card form. */
export function PaymentForm({ problems, ...form }: PaymentFormProps) {
  const words = useWords(paymentWords);
  const config = useQuery(queryFor(courseRoutes.getConfig));
  const loading = (
    <Loading label={words.loadingForm}>
      <Skeleton className="h-72" />
    </Loading>
  );
  if (!config.data)
    return config.error ? (
      <ErrorState error={config.error} onRetry={() => void config.refetch()} title={words.formFailed} />
    ) : (
      loading
    );
  const { provider, publicKey } = config.data.payments;
  if (provider === "sandbox") return <SandboxForm {...form} problems={problems} />;
  return (
    <Suspense fallback={loading}>
      <StripeForm {...form} publicKey={publicKey ?? ""} />
    </Suspense>
  );
}

function SandboxForm({ id, problems, locked, onPay, onComplete }: PaymentFormProps) {
  const words = useWords(paymentWords);
  const [method, setMethod] = useState<PaymentMethod>("card");
  // In memory only, never in web storage.
  const [card, setCard] = useState(emptyCard);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) focusFirstProblem(form.current);
  }, [problems]);
  const change = (next: { method?: PaymentMethod; card?: typeof card }) => {
    if (next.method) setMethod(next.method);
    if (next.card) setCard(next.card);
    onComplete?.(isComplete(next.method ?? method, next.card ?? card));
  };
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (locked) return;
        if (isComplete(method, card)) onPay(method === "card" ? { method, card } : { method });
        else {
          const { missing: title, fillAll: description } = wordsNow(paymentWords);
          notify({ title, description, variant: "error" });
        }
      }}
    >
      <fieldset disabled={locked} className="flex min-w-0 flex-col gap-4">
        <Options legend={words.method}>
          {methods.map(({ method: offered, title, mark }) => (
            <OptionCard
              key={offered}
              name="paymentMethod"
              checked={offered === method}
              disabled={locked}
              onChoose={() => change({ method: offered })}
              title={title ?? words.card}
              aside={mark}
            />
          ))}
        </Options>
        {method === "card" && (
          <CardFields card={card} problems={problems} onChange={(next) => change({ card: next })} />
        )}
      </fieldset>
      <p className="text-ink-soft">{words.demo}</p>
    </form>
  );
}
