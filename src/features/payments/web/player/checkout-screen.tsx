/** `/checkout`: pay and start at once, or start the free shot. */
import { Check, Timer } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { useGreeting } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { BlockedBanner, useOpenSessions } from "./active-session.tsx";
import { checkoutWords } from "./checkout-words.ts";
import type { Checkout, CheckoutProps } from "./checkout.ts";
import { FreeGone } from "./free-gone.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { isFree, minutesOf, teeTimeText } from "./order-text.ts";
import { PaymentForm, WhenToStart } from "./payment-form.tsx";
import { busyText, PaymentProgress } from "./payment-progress.tsx";
import { useFreeShot } from "./use-free-shot.ts";
import { usePayment } from "./use-payment.ts";
import { paymentWords } from "./words.ts";

interface CheckoutScreenProps extends CheckoutProps {
  /** Clears the saved checkout data. */
  onBack: () => void;
}

export function CheckoutScreen(props: CheckoutScreenProps) {
  return isFree(props.checkout) ? <FreeCheckout {...props} /> : <PaidCheckout {...props} />;
}

function useBack(onBack: () => void): () => void {
  const [, go] = useLocation();
  return () => {
    go(paths.app({ step: 2 }));
    onBack();
  };
}

function PaidCheckout({ onBack, ...props }: CheckoutScreenProps) {
  const { checkout } = props;
  const words = useWords(checkoutWords);
  const greeting = useGreeting();
  const back = useBack(onBack);
  const { active } = useOpenSessions();
  const payment = usePayment({ ...props, start: true });
  const [complete, setComplete] = useState(false);
  const busy = payment.phase !== "idle";
  const blocked = active !== undefined || payment.other.order !== undefined;
  return (
    <PlayerShell
      title={words.checkout}
      greeting={greeting}
      step={{ now: 3, of: 3 }}
      {...(busy ? {} : { back })}
      footer={
        <Button
          type="submit"
          form="payment"
          size="bay"
          wide
          disabled={!busy && (!complete || blocked)}
          busy={busyText(payment.phase, useWords(paymentWords))}
        >
          {words.payAndStart(priceText(checkout.packageInfo.price))}
        </Button>
      }
    >
      {active && !busy && <BlockedBanner session={active} onBack={back} />}
      <PaymentProgress payment={payment} checkout={checkout} />
      <OrderSummary checkout={checkout} />
      {!busy && <WhenToStart value="now" />}
      <PaymentForm
        id="payment"
        price={checkout.packageInfo.price}
        problems={payment.problems}
        declined={payment.declined}
        locked={busy || blocked}
        onPay={payment.pay}
        onComplete={setComplete}
      />
      <p className="flex items-center gap-2">
        <Timer aria-hidden className="size-5 shrink-0" />
        {words.timeLimit(minutesOf(checkout))}
      </p>
      <Banner tone="warning" title={words.important}>
        {words.payWhenReady}
      </Banner>
    </PlayerShell>
  );
}

function FreeCheckout({ checkout, freeShot, onFinished, onBack }: CheckoutScreenProps) {
  const words = useWords(checkoutWords);
  const greeting = useGreeting();
  const back = useBack(onBack);
  const { active } = useOpenSessions();
  const { processing } = useWords(paymentWords);
  const free = useFreeShot({ checkout, freeShot, onFinished });
  if (free.gone) return <FreeGone why={free.gone} />;
  return (
    <PlayerShell
      title={words.checkout}
      greeting={greeting}
      step={{ now: 3, of: 3 }}
      back={back}
      footer={
        <Button
          size="bay"
          wide
          variant="gold"
          disabled={active !== undefined}
          busy={free.starting && processing}
          onClick={free.start}
        >
          {words.startFree}
        </Button>
      }
    >
      {active && <BlockedBanner session={active} onBack={back} />}
      <OrderSummary checkout={checkout} />
      <Included checkout={checkout} />
    </PlayerShell>
  );
}

function Included({ checkout: { sessionData } }: { checkout: Checkout }) {
  const words = useWords(checkoutWords);
  const [language] = useLanguage();
  const lines = [
    words.oneFreeBall,
    words.fiveMinutes,
    words.anyPrize,
    words.bayNumber(sessionData.bayNumber),
    ...(sessionData.teeTime ? [words.teeTimeAt(teeTimeText(sessionData.teeTime, language))] : []),
  ];
  return (
    <Card title={words.included}>
      <ul className="flex flex-col gap-3">
        {lines.map((line) => (
          <li key={line} className="flex items-center gap-3">
            <Check aria-hidden className="size-6 shrink-0 text-accent" strokeWidth={3} />
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
