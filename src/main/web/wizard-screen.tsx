/** /course, /package and /app?step: the booking wizard, with the screens of booking and payments. */
import { useEffect } from "react";
import { useSearch } from "wouter";
import {
  changeCheckoutPrice,
  finishBooking,
  nav,
  useCheckoutData,
  useSelections,
} from "#features/booking/web/selections.ts";
import { FrameContext, useFrame } from "#platform/web/frame.tsx";
import type { Path } from "#platform/shared/addresses/address.ts";
import type { Step } from "#platform/shared/addresses/players.ts";
import { paths } from "#platform/web/paths.ts";
import { useFreeShotToday } from "./free-shot.tsx";
import { lazily } from "./screen.tsx";

const ChoosingStep = lazily(() => import("./choosing-step.tsx"), "ChoosingStep");
const ReviewScreen = lazily(() => import("#features/payments/web/player/review-screen.tsx"), "ReviewScreen");

/** The step in the address, otherwise where the player left off, as far as the choices allow. */
function stepOf(search: URLSearchParams, hasCourse: boolean, hasCheckout: boolean): Step {
  const asked = Number(search.get("step"));
  if (asked === 1 || asked === 2 || asked === 3) return asked;
  const { currentStep } = nav.read();
  if (currentStep === 3 && hasCheckout) return 3;
  return currentStep >= 2 && hasCourse ? 2 : 1;
}

/** The wizard at a given step, or at that of the address and the player's choices. In the file of its first steps. */
export const WizardScreen = Object.assign(Wizard, { from: ChoosingStep.from });

function Wizard({ step: fixed }: { step?: Step }) {
  const search = new URLSearchParams(useSearch());
  const [selections] = useSelections();
  const checkout = useCheckoutData();
  const step = fixed ?? stepOf(search, selections.courseId !== undefined, checkout !== undefined);
  const frame = useFrame();
  return (
    <FrameContext value={{ ...frame, origin: originOf(step) }}>
      {/* Step 3 stays while a session runs, and shows that it must wait (spec, section 2). */}
      {step === 3 ? <Review orderId={search.get("order") ?? undefined} /> : <ChoosingStep step={step} />}
    </FrameContext>
  );
}

/** The address for the profile's Back (spec, section 2). */
function originOf(step: Step): Path {
  if (step === 1) return paths.course();
  return step === 2 ? paths.package() : paths.app({ step });
}

function Review({ orderId }: { orderId: string | undefined }) {
  const checkout = useCheckoutData();
  const { watch, ...freeShot } = useFreeShotToday(checkout?.sessionData.courseId);
  useEffect(() => nav.step(3), []);
  return (
    <>
      {watch}
      <ReviewScreen
        checkout={checkout}
        freeShot={freeShot}
        orderId={orderId}
        onPriceChanged={changeCheckoutPrice}
        onFinished={finishBooking}
      />
    </>
  );
}
