/** /checkout: the booking's choice and the payment. */
import { Redirect } from "wouter";
import {
  changeCheckoutPrice,
  finishBooking,
  saveCheckoutData,
  useCheckoutData,
} from "#features/booking/web/selections.ts";
import { CheckoutScreen } from "#features/payments/web/player/checkout-screen.tsx";
import { paths } from "#platform/web/paths.ts";
import { useFreeShotToday } from "./free-shot.tsx";

/** Without saved checkout data there is nothing to pay. */
export function CheckoutPage() {
  const checkout = useCheckoutData();
  const { watch, ...freeShot } = useFreeShotToday(checkout?.sessionData.courseId);
  if (!checkout) return <Redirect to={paths.home()} replace />;
  return (
    <>
      {watch}
      <CheckoutScreen
        checkout={checkout}
        freeShot={freeShot}
        onPriceChanged={changeCheckoutPrice}
        onFinished={finishBooking}
        onBack={() => saveCheckoutData(undefined)}
      />
    </>
  );
}
