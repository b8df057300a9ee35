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
import { InView } from "./in-view.tsx";
import { lastMethod } from "./last-payment.ts";
import type { PaymentFormProps } from "./payment-form-props.ts";
import { SaveCardTick } from "./save-card-tick.tsx";
import { stripeLooks } from "./stripe-looks.ts";
import { scriptQuery } from "./stripe-script.ts";
import { stripeWords } from "./stripe-words.ts";
import { paymentWords } from "./words.ts";

/** For the build: it is of no use without a network, and the device does not keep it. @public */
export const onlineOnly = true;

interface StripeFormProps extends Omit<PaymentFormProps, "problems" | "declined"> {
  publicKey: string;
}

export function StripeForm({ publicKey, price, onFailed, ...form }: StripeFormProps) {
  const words = useWords(stripeWords);
  const { loadingForm } = useWords(paymentWords);
  const [language] = useLanguage();
  const script = useQuery(scriptQuery(publicKey));
  // Stripe's own fields did not load; trying again mounts them anew.
  const [broken, setBroken] = useState(false);
  const failed = script.isError || broken;
  const tell = useEffectEvent((isFailed: boolean) => {
    onFailed?.(isFailed);
    if (isFailed) form.onComplete?.(false);
  });
  useEffect(() => tell(failed), [failed]);
  const [looks, setLooks] = useState<Appearance>();
  const measure = useCallback((place: HTMLElement | null) => {
    if (place) setLooks(stripeLooks(place));
  }, []);
  const again = () => {
    setBroken(false);
    if (script.isError) void script.refetch();
  };
  if (failed)
    return (
      <InView>
        <Banner
          tone="danger"
          live="assertive"
          title={words.failed}
          actions={
            <Button size="small" busy={script.isFetching && words.loading} onClick={again}>
              {words.again}
            </Button>
          }
        >
          {words.blocked}
        </Banner>
      </InView>
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
          <Fields {...form} onBroken={() => setBroken(true)} />
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

interface FieldsProps extends Pick<StripeFormProps, "id" | "locked" | "onPay" | "onComplete"> {
  onBroken: () => void;
}

function Fields({ id, locked, onPay, onComplete, onBroken }: FieldsProps) {
  const stripe = useStripe();
  const elements = useElements();
  // The way of paying last time comes first, and stays there.
  const [last] = useState(() => lastMethod.read());
  const [chosen, setChosen] = useState<{ type: string; open: boolean }>({ type: "card", open: false });
  const method = methods[chosen.type] ?? "card";
  const [complete, setComplete] = useState(false);
  const [saves, setSaves] = useState(false);
  const [hasWallet, setHasWallet] = useState(true);
  const isFolded = hasWallet && last !== "card";
  const tell = useEffectEvent(() => onComplete?.(false));
  useEffect(() => tell(), []);
  const pay = (by: PaymentMethod, saveCard: boolean) => {
    lastMethod.write(by);
    const token = async () => {
      if (!stripe || !elements) throw refusal();
      // As our server will say it, or Stripe refuses the token.
      await elements.update({ setupFutureUsage: saveCard ? "on_session" : null });
      return confirmationToken(stripe, elements);
    };
    onPay({ method: by, token, saveCard });
  };
  const wallets = (
    <ExpressCheckoutElement
      key="wallets"
      {...(last === "paypal" ? { options: { paymentMethodOrder: ["paypal"] } } : {})}
      onReady={({ availablePaymentMethods }) => setHasWallet(availablePaymentMethods !== undefined)}
      onConfirm={({ expressPaymentType }) => {
        if (!locked) pay(methods[expressPaymentType] ?? "card", false);
      }}
    />
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
        if (complete) pay(method, saves && chosen.type === "card");
        else
          notify({
            title: wordsNow(paymentWords).missing,
            description: wordsNow(paymentWords).fillAll,
            variant: "error",
          });
      }}
    >
      {last !== "card" && wallets}
      <PaymentElement
        // Collapsed until it is known that there is no wallet: then it comes anew, open.
        key={String(isFolded)}
        options={{
          layout: { type: "accordion", defaultCollapsed: isFolded },
          wallets: { applePay: "never", googlePay: "never" },
        }}
        onChange={(event) => {
          setChosen({ type: event.value.type, open: !event.collapsed });
          setComplete(event.complete);
          onComplete?.(event.complete);
        }}
        onLoadError={onBroken}
      />
      {chosen.type === "card" && (chosen.open || !isFolded) && <SaveCardTick checked={saves} onChange={setSaves} />}
      {last === "card" && wallets}
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
