/** Choosing how to pay: wallets, or a card. Shared by /checkout and the wizard's step 3. */
import { useQuery } from "@tanstack/react-query";
import { courseRoutes } from "#features/courses/contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { late } from "#platform/web/ui/late.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import type { PaymentFormProps } from "./payment-form-props.ts";
import { paymentWords } from "./words.ts";

// No real golfer pays with it.
const SandboxForm = late(async () => (await import("./sandbox-form.tsx")).SandboxForm, {
  instead: <Skeleton className="h-72" />,
  idle: true,
});
const StripeForm = late(async () => (await import("./stripe-form.tsx")).StripeForm, {
  instead: <Skeleton className="h-72" />,
});
const SavedCards = late(async () => (await import("./saved-cards.tsx")).SavedCards, {
  instead: <Skeleton className="h-72" />,
  idle: true,
});

/** Loaded late, as the forms are. */
export const WhenToStart = late(async () => (await import("./when-to-start.tsx")).WhenToStart, {
  instead: <Skeleton className="h-14" />,
  idle: true,
});

/** The form of the gateway in use. Until it is known which gateway that is, there is no card form. */
export function PaymentForm({ problems, declined, ...form }: PaymentFormProps) {
  const words = useWords(paymentWords);
  const config = useQuery(queryFor(courseRoutes.getConfig));
  if (!config.data)
    return config.error ? (
      <ErrorState error={config.error} onRetry={() => void config.refetch()} title={words.formFailed} />
    ) : (
      <Loading label={words.loadingForm}>
        <Skeleton className="h-72" />
      </Loading>
    );
  const { provider, publicKey } = config.data.payments;
  return (
    <SavedCards {...form} declined={declined}>
      {provider === "sandbox" ? (
        <SandboxForm {...form} problems={problems} />
      ) : (
        <StripeForm {...form} publicKey={publicKey ?? ""} />
      )}
    </SavedCards>
  );
}
