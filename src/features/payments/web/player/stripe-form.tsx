/** Paying by Stripe: the wallets first, then its Payment Element. What is typed here goes to Stripe alone. */
import { Elements, ExpressCheckoutElement, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { PaymentMethod } from "#features/payments/contract.ts";
import { toCents } from "#platform/shared/money.ts";
import { ApiError } from "#platform/web/api.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useLanguage, useWords, wordsNow } from "#platform/web/words.ts";
import type { PaymentChoice } from "./payment-choice.ts";
import { stripeLooks } from "./stripe-looks.ts";
import { scriptQuery } from "./stripe-script.ts";
import { stripeWords } from "./stripe-words.ts";
import { paymentWords } from "./words.ts";

/** For the build: it is of no use without a network, and the device does not keep it. @public */
export const onlineOnly = true;

interface StripeFormProps {
  /** The form's id: the pay button in the sticky footer names it with `form`. */
  id: string;
  publicKey: string;
  /** In dollars. */
  price: number;
  /** Nothing may be changed: a payment is running, or another session is. */
  locked: boolean;
  onPay: (choice: PaymentChoice) => void;
  onComplete?: (complete: boolean) => void;
}

export function StripeForm({ publicKey, price, ...form }: StripeFormProps) {
  const words = useWords(stripeWords);
  const { loadingForm } = useWords(paymentWords);
  const [language] = useLanguage();
  const script = useQuery(scriptQuery(publicKey));
  const [looks, setLooks] = useState<Appearance>();
  const measure = useCallback((place: HTMLElement | null) => {
    if (place) setLooks(stripeLooks(place));
  }, []);
  if (script.isError)
    return (
      <Banner
        tone="danger"
        live="assertive"
        title={words.failed}
        actions={
          <Button size="small" busy={script.isFetching && words.loading} onClick={() => void script.refetch()}>
            {words.again}
          </Button>
        }
      >
        {words.blocked}
      </Banner>
    );
  return (
    <div ref={measure}>
      {script.data && looks ? (
        <Elements
          stripe={script.data}
          options={{
            mode: "payment",
            amount: toCents(price),
            currency: "usd",
            appearance: looks,
            loader: "auto",
            // Stripe's own words, in the Spanish of Latin America.
            locale: language === "es" ? "es-419" : "en",
          }}
        >
          <Fields {...form} />
        </Elements>
      ) : (
        <Loading label={loadingForm}>
          <Skeleton className="h-14" />
          <Skeleton className="h-72" />
        </Loading>
      )}
    </div>
  );
}

/** Our names of Stripe's ways to pay; all others are recorded as a card. */
const methods: Readonly<Record<string, PaymentMethod>> = { apple_pay: "apple", paypal: "paypal" };

function Fields({ id, locked, onPay, onComplete }: Omit<StripeFormProps, "publicKey" | "price">) {
  const words = useWords(stripeWords);
  const stripe = useStripe();
  const elements = useElements();
  const [method, setMethod] = useState<PaymentMethod>("card");
  const [complete, setComplete] = useState(false);
  const [failed, setFailed] = useState(false);
  const [hasWallet, setHasWallet] = useState(true);
  const tell = useEffectEvent(() => onComplete?.(false));
  useEffect(() => tell(), []);
  const token = async () => {
    if (!stripe || !elements) throw refusal();
    return confirmationToken(stripe, elements);
  };
  if (failed)
    return (
      <Banner tone="danger" live="assertive" title={words.failed}>
        {words.reload}
      </Banner>
    );
  return (
    <form
      id={id}
      noValidate
      // The fields are frames: only this keeps taps and keys out of them.
      inert={locked}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (locked) return;
        if (complete) onPay({ method, token });
        else
          notify({
            title: wordsNow(paymentWords).missing,
            description: wordsNow(paymentWords).fillAll,
            variant: "error",
          });
      }}
    >
      <ExpressCheckoutElement
        onReady={({ availablePaymentMethods }) => setHasWallet(availablePaymentMethods !== undefined)}
        onConfirm={({ expressPaymentType }) => {
          if (!locked) onPay({ method: methods[expressPaymentType] ?? "card", token });
        }}
      />
      <PaymentElement
        // Collapsed until it is known that there is no wallet: then it comes anew, open.
        key={String(hasWallet)}
        options={{
          layout: { type: "accordion", defaultCollapsed: hasWallet },
          wallets: { applePay: "never", googlePay: "never" },
        }}
        onChange={(event) => {
          setMethod(methods[event.value.type] ?? "card");
          setComplete(event.complete);
          onComplete?.(event.complete);
        }}
        onLoadError={() => setFailed(true)}
      />
    </form>
  );
}

/**
 * Makes a ConfirmationToken of what was typed into Elements; our server confirms with it.
 * @throws ApiError with Stripe's sentence
 */
async function confirmationToken(stripe: Stripe, elements: StripeElements): Promise<string> {
  const { error } = await elements.submit();
  if (error) throw refusal(error);
  const made = await stripe.createConfirmationToken({ elements });
  if (made.error) throw refusal(made.error);
  return made.confirmationToken.id;
}

/** Nothing has been sent to our server: the payment has not begun. */
function refusal(error?: StripeError | { message?: string }): ApiError {
  const message = error?.message ?? wordsNow(stripeWords).notReady;
  return new ApiError({ status: 400, code: "payments.stripe_form", message });
}
