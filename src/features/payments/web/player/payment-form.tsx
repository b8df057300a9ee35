/** Choosing how to pay: wallets, or a card. Shared by /checkout and the wizard's step 3. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { courseRoutes } from "#features/courses/contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { InView } from "./in-view.tsx";
import type { CardProblems, PaymentChoice } from "./payment-choice.ts";
import { paymentWords } from "./words.ts";

export interface PaymentFormProps {
  /** The form's id: the pay button in the sticky footer names it with `form`. */
  id: string;
  /** In dollars. */
  price: number;
  problems: CardProblems;
  /** Why the latest payment was declined. It stays until the golfer pays again. */
  declined?: string | undefined;
  /** Nothing may be changed: a payment is running, or another session is. */
  locked: boolean;
  onPay: (choice: PaymentChoice) => void;
  /** Called with whether everything needed is filled in, for a button that waits for it. */
  onComplete?: (complete: boolean) => void;
}

const SandboxForm = lazy(() => import("./sandbox-form.tsx").then((file) => ({ default: file.SandboxForm })));
const StripeForm = lazy(() => import("./stripe-form.tsx").then((file) => ({ default: file.StripeForm })));

/** The form of the gateway in use. Until it is known which gateway that is, there is no card form. */
export function PaymentForm({ problems, declined, ...form }: PaymentFormProps) {
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
  return (
    <>
      {declined && (
        <InView>
          <Banner tone="danger" title={declined}>
            {words.payAnotherWay}
          </Banner>
        </InView>
      )}
      <Suspense fallback={loading}>
        {provider === "sandbox" ? (
          <SandboxForm {...form} problems={problems} />
        ) : (
          <StripeForm {...form} publicKey={publicKey ?? ""} />
        )}
      </Suspense>
    </>
  );
}
