/** /checkout and /app?step=3: the booking's choice and the payment. */
import { useEffect } from "react";
import { useLocation } from "wouter";
import {
  changeCheckoutPrice,
  finishBooking,
  nav,
  saveCheckoutData,
  useCheckoutData,
} from "#features/booking/web/selections.ts";
import { isFree } from "#features/payments/web/player/order-text.ts";
import { CheckoutScreen } from "#features/payments/web/player/checkout-screen.tsx";
import { wasShownLast } from "#features/play/web/player/last-game.ts";
import { paths } from "#platform/web/paths.ts";
import { late } from "#platform/web/ui/late.tsx";
import { useFreeShotToday } from "./free-shot.tsx";

// The free shot's own screens wait for it.
const WatchNow = late(async () => (await import("#features/play/web/player/free-shot-today.ts")).FreeShotWatch);

interface CheckoutPageProps {
  /** At `/checkout`, where the session starts at once. */
  now?: boolean;
  orderId?: string | undefined;
}

export function CheckoutPage({ now = false, orderId }: CheckoutPageProps) {
  const checkout = useCheckoutData();
  const [, go] = useLocation();
  const { watch, ...freeShot } = useFreeShotToday(
    checkout?.sessionData.courseId,
    checkout && isFree(checkout) ? WatchNow : undefined,
  );
  useEffect(() => {
    if (!now) nav.step(3);
  }, [now]);
  return (
    <>
      {watch}
      <CheckoutScreen
        now={now}
        checkout={checkout}
        orderId={orderId}
        freeShot={freeShot}
        onPriceChanged={changeCheckoutPrice}
        wasShown={wasShownLast}
        onFinished={finishBooking}
        onBack={() => {
          go(paths.app({ step: 2 }));
          saveCheckoutData(undefined);
        }}
      />
    </>
  );
}
