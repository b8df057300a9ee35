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

/** Without saved checkout data there is nothing to pay. */
export function CheckoutPage() {
  const checkout = useCheckoutData();
  if (!checkout) return <Redirect to={paths.home()} replace />;
  return (
    <CheckoutScreen
      checkout={checkout}
      onPriceChanged={changeCheckoutPrice}
      onFinished={finishBooking}
      onBack={() => saveCheckoutData(undefined)}
    />
  );
}
