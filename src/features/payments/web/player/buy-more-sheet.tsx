/** 'Keep Playing': more balls, chosen and paid inside the game, which then goes on at once. */
import { Timer } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Redirect } from "wouter";
import { clockSeconds } from "#features/play/rules.ts";
import { paths } from "#platform/web/paths.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { clockText } from "#platform/web/ui/clock.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { useOpenSessions } from "./active-session.tsx";
import { buyMoreWords } from "./buy-more-words.ts";
import { checkoutWords } from "./checkout-words.ts";
import type { Checkout, CheckoutProps } from "./checkout.ts";
import { PaymentForm } from "./payment-form.tsx";
import { busyText, PaymentProgress } from "./payment-progress.tsx";
import { STILL_MS, useOpenFor } from "./use-open-for.ts";
import { usePayment } from "./use-payment.ts";
import { paymentWords } from "./words.ts";

interface BuyMoreSheetProps {
  open: boolean;
  onClose: () => void;
  /** The session of the game in which balls are bought. */
  sessionId: string;
  /** The choice; undefined until there is one. */
  checkout: Checkout | undefined;
  /** Called before paying: whether the choice can be bought. */
  check: () => boolean;
  onPriceChanged: () => void;
  wasShown: CheckoutProps["wasShown"];
  /** The form of the choice, from the booking room. */
  children: (locked: boolean) => ReactNode;
}

export function BuyMoreSheet({
  open,
  onClose,
  sessionId,
  checkout,
  check,
  onPriceChanged,
  wasShown,
  children,
}: BuyMoreSheetProps) {
  const words = useWords(buyMoreWords);
  const { payWhenReady, timeLimit } = useWords(checkoutWords);
  const busyWords = useWords(paymentWords);
  const { active } = useOpenSessions();
  const balls = checkout?.packageInfo.ballCount ?? 0;
  const payment = usePayment({
    checkout,
    start: true,
    begun: {
      title: words.ballsAdded,
      description: checkout && `${words.ballsAddedText(balls)} ${newClockText(checkout)}`,
    },
    onPriceChanged,
    wasShown,
  });
  // The form comes later than its button, which says so until then.
  const [ready, setReady] = useState(false);
  // It then says itself what to do, above the button.
  const [failed, setFailed] = useState(false);
  const steady = useOpenFor(STILL_MS, open && ready);
  const busy = payment.phase !== "idle";
  const locked = busy || payment.other.order !== undefined;
  // Bought on another device, or by a payment whose reply was lost: the game goes on there.
  if (open && !busy && active && active.id !== sessionId)
    return <Redirect to={paths.game({ session: active.id })} replace />;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      closable={!busy}
      size="full"
      title={words.keepPlaying}
      footer={
        checkout && (
          <>
            <p className="flex items-baseline justify-between gap-4">
              <span className="font-display text-xl font-bold">{words.total}</span>
              <span className="tabular font-display text-3xl font-extrabold">
                {priceText(checkout.packageInfo.price)}
              </span>
            </p>
            <Button
              type="submit"
              form="buy-more"
              size="bay"
              wide
              disabled={!busy && (locked || failed)}
              busy={busyText(payment.phase, busyWords) || ((!ready || !steady) && !failed && busyWords.loadingForm)}
            >
              {words.pay(priceText(checkout.packageInfo.price))}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-6">
        {checkout && <PaymentProgress payment={payment} checkout={checkout} />}
        {children(locked)}
        {checkout && (
          <>
            <PaymentForm
              id="buy-more"
              price={checkout.packageInfo.price}
              problems={payment.problems}
              declined={payment.declined}
              locked={locked}
              onComplete={() => setReady(true)}
              onFailed={setFailed}
              onPay={(choice) => {
                if (check()) payment.pay(choice);
              }}
            />
            <p className="flex items-start gap-2">
              <Timer aria-hidden className="mt-0.5 size-5 shrink-0" />
              <span>
                {timeLimit(secondsOf(checkout) / 60)}. {payWhenReady}
              </span>
            </p>
          </>
        )}
      </div>
    </Sheet>
  );
}

/** The balls of each player who has some; alone, those of the package. */
function sharesOf({ sessionData: { groupData }, packageInfo }: Checkout): number[] {
  if (!groupData) return [packageInfo.ballCount];
  return [groupData.mainPlayer, ...groupData.friends].map(({ ballCount }) => ballCount).filter((count) => count > 0);
}

/** For a group, the clock of the largest share. */
function secondsOf(checkout: Checkout): number {
  return clockSeconds({ packageBalls: checkout.packageInfo.ballCount, buyMoreShares: sharesOf(checkout) });
}

/** The balls come with a clock of their own: nobody should think that the old one goes on. */
function newClockText(checkout: Checkout): string {
  const words = wordsNow(buyMoreWords);
  const shares = sharesOf(checkout);
  const most = Math.max(...shares);
  const clock = clockText(secondsOf(checkout));
  if (!checkout.sessionData.groupData) return words.newClock(clock, most);
  return words.newClockEach(clock, most, Math.min(...shares) < most);
}
