/** /course, /package and /app?step: the booking wizard, composed of the booking's and the payments' screens. */
import { lazy, useEffect } from "react";
import { Redirect, useSearch } from "wouter";
import { CourseScreen } from "#features/booking/web/course-screen.tsx";
import { PackageScreen } from "#features/booking/web/package-screen.tsx";
import {
  changeCheckoutPrice,
  finishBooking,
  nav,
  saveCheckoutData,
  useCheckoutData,
  useSelections,
} from "#features/booking/web/selections.ts";
import { MapFrame } from "#features/courses/web/map/map-frame.tsx";
import { NoActiveSession } from "#features/payments/web/active-session.tsx";
import { WaitingOrderBanner } from "#features/payments/web/waiting-order.tsx";
import { FrameContext, useFrame } from "#platform/web/frame.tsx";
import { paths, type Step } from "#platform/web/paths.ts";

const ReviewScreen = lazy(() =>
  import("#features/payments/web/review-screen.tsx").then((file) => ({ default: file.ReviewScreen })),
);
const Checkout = lazy(() =>
  import("#features/payments/web/checkout-screen.tsx").then((file) => ({ default: file.CheckoutScreen })),
);

/** The step in the address, else where the player left off, as far as the selections carry. */
function stepOf(search: URLSearchParams, hasCourse: boolean, hasCheckout: boolean): Step {
  const asked = Number(search.get("step"));
  if (asked === 1 || asked === 2 || asked === 3) return asked;
  const { currentStep } = nav.read();
  if (currentStep === 3 && hasCheckout) return 3;
  return currentStep >= 2 && hasCourse ? 2 : 1;
}

export function WizardScreen({ step: fixed }: { step?: Step }) {
  const search = new URLSearchParams(useSearch());
  const [selections] = useSelections();
  const checkout = useCheckoutData();
  const step = fixed ?? stepOf(search, selections.courseId !== undefined, checkout !== undefined);
  return (
    <NoActiveSession>
      {step === 3 ? <Review orderId={search.get("order") ?? undefined} /> : <Choosing step={step} />}
    </NoActiveSession>
  );
}

function Choosing({ step }: { step: 1 | 2 }) {
  const frame = useFrame();
  const notices = (
    <>
      {frame.bookingNotices}
      <WaitingOrderBanner />
    </>
  );
  return (
    <FrameContext value={{ ...frame, bookingNotices: notices }}>
      {step === 1 ? <CourseScreen map={MapFrame} /> : <PackageScreen />}
    </FrameContext>
  );
}

function Review({ orderId }: { orderId: string | undefined }) {
  const checkout = useCheckoutData();
  useEffect(() => nav.step(3), []);
  return (
    <ReviewScreen
      checkout={checkout}
      orderId={orderId}
      onPriceChanged={changeCheckoutPrice}
      onFinished={finishBooking}
    />
  );
}

/** /checkout: without saved checkout data there is nothing to pay for. */
export function CheckoutPage() {
  const checkout = useCheckoutData();
  if (!checkout) return <Redirect to={paths.home()} replace />;
  return (
    <Checkout
      checkout={checkout}
      onPriceChanged={changeCheckoutPrice}
      onFinished={finishBooking}
      onBack={() => saveCheckoutData(undefined)}
    />
  );
}
