/** Paying for a booking: at once with the start (`/checkout`), or ahead (the wizard's step 3). */
import { Timer } from "lucide-react";
import { useState } from "react";
import { useGreeting } from "#platform/web/caller.tsx";
import { useFrame } from "#platform/web/frame.tsx";
import { paths } from "#platform/web/paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { useWords } from "#platform/web/words.ts";
import { BlockedBanner, useOpenSessions } from "./active-session.tsx";
import { checkoutWords } from "./checkout-words.ts";
import type { CheckoutProps } from "./checkout.ts";
import { OrderSummary } from "./order-summary.tsx";
import { minutesOf } from "./order-text.ts";
import { PaymentForm, WhenToStart } from "./payment-form.tsx";
import { busyText, PaymentProgress } from "./payment-progress.tsx";
import { STILL_MS, useOpenFor } from "./use-open-for.ts";
import { usePayment } from "./use-payment.ts";
import { paymentWords } from "./words.ts";

interface PayScreenProps extends CheckoutProps {
  /** Starts the session with the payment. It may change while the form is filled in, which stays as it is. */
  now: boolean;
  /** Leaves `/checkout`, which forgets its data. */
  onBack: () => void;
}

export function PayScreen({ now, onBack, ...props }: PayScreenProps) {
  const { checkout } = props;
  const words = useWords(checkoutWords);
  const greeting = useGreeting();
  const { bookingNotices } = useFrame();
  const { active } = useOpenSessions();
  const payment = usePayment({ ...props, start: now });
  const [complete, setComplete] = useState(false);
  const steady = useOpenFor(STILL_MS, complete);
  const busy = payment.phase !== "idle";
  const blocked = active !== undefined || payment.other.order !== undefined;
  const price = priceText(checkout.packageInfo.price);
  const back = now ? onBack : paths.package();
  return (
    <PlayerShell
      title={now ? words.checkout : words.reviewAndPay}
      screen="pay"
      greeting={greeting}
      step={{ now: 3, of: 3 }}
      {...(busy ? {} : { back })}
      footer={
        <Button
          type="submit"
          form="payment"
          size="bay"
          wide
          disabled={!busy && (!complete || !steady || blocked)}
          busy={busyText(payment.phase, useWords(paymentWords))}
        >
          {now ? words.payAndStart(price) : words.pay(price)}
        </Button>
      }
    >
      {active && !busy ? <BlockedBanner session={active} {...(now ? { onBack } : {})} /> : !now && bookingNotices}
      <PaymentProgress payment={payment} checkout={checkout} />
      <OrderSummary checkout={checkout} />
      {!busy && <WhenToStart value={now ? "now" : "later"} />}
      <PaymentForm
        id="payment"
        price={checkout.packageInfo.price}
        problems={payment.problems}
        declined={payment.declined}
        locked={busy || blocked}
        onPay={payment.pay}
        onComplete={setComplete}
      />
      {now ? (
        <>
          <p className="flex items-center gap-2">
            <Timer aria-hidden className="size-5 shrink-0" />
            {words.timeLimit(minutesOf(checkout))}
          </p>
          <Banner tone="warning" title={words.important}>
            {words.payWhenReady}
          </Banner>
        </>
      ) : (
        <p>{words.payAhead}</p>
      )}
    </PlayerShell>
  );
}
