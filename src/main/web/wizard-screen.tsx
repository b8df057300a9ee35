/** /course, /package, /app?step and /checkout: the booking wizard, with the screens of booking and payments. */
import { useLocation, useSearch } from "wouter";
import { nav, useCheckoutData, useSelections } from "#features/booking/web/selections.ts";
import { FrameContext, useFrame } from "#platform/web/frame.tsx";
import { findAddress, type Path } from "#platform/shared/addresses/address.ts";
import { playerAddresses, type Step } from "#platform/shared/addresses/players.ts";
import { paths } from "#platform/web/paths.ts";
import { lazily } from "./screen.tsx";

const ChoosingStep = lazily(() => import("./choosing-step.tsx"), "ChoosingStep");
export const CheckoutPage = lazily(() => import("./checkout-page.tsx"), "CheckoutPage");

/** The step in the address, otherwise where the player left off, as far as the choices allow. */
function stepOf(search: URLSearchParams, hasCourse: boolean, hasCheckout: boolean): Step {
  const asked = Number(search.get("step"));
  if (asked === 1 || asked === 2 || asked === 3) return asked;
  const { currentStep } = nav.read();
  if (currentStep === 3 && hasCheckout) return 3;
  return currentStep >= 2 && hasCourse ? 2 : 1;
}

/** The wizard at a given step, or at that of the address and the player's choices. In the file of its first steps. */
export const WizardScreen = Object.assign(Wizard, { from: ChoosingStep.from, load: ChoosingStep.load });

/** The wizard at the step of its address. Which file that needs only the browser knows. */
export const WizardAnywhere = Object.assign(() => <Wizard />, {
  from: undefined,
  load: () => {
    const { step } = Object.fromEntries(new URLSearchParams(window.location.search));
    return (step === "3" ? CheckoutPage : ChoosingStep).load();
  },
});

function Wizard({ step: fixed }: { step?: Step }) {
  const search = new URLSearchParams(useSearch());
  const [selections] = useSelections();
  const checkout = useCheckoutData();
  const [location] = useLocation();
  const now = findAddress(playerAddresses, location)?.name === "checkout";
  const asked = fixed ?? stepOf(search, selections.courseId !== undefined, checkout !== undefined);
  const step = now ? 3 : asked;
  const frame = useFrame();
  return (
    <FrameContext value={{ ...frame, origin: now ? paths.checkout() : originOf(step) }}>
      {/* Step 3 stays while a session runs, and shows that it must wait (spec, section 2). */}
      {step === 3 ? (
        <CheckoutPage now={now} orderId={search.get("order") ?? undefined} />
      ) : (
        <ChoosingStep step={step} />
      )}
    </FrameContext>
  );
}

/** The address for the profile's Back (spec, section 2). */
function originOf(step: Step): Path {
  if (step === 1) return paths.course();
  return step === 2 ? paths.package() : paths.app({ step });
}
