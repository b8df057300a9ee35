/** The landing page when it stands without the app: with the toasts that it needs of it. */
import { LandingScreen } from "#features/courses/web/landing/landing-screen.tsx";
import { Toasts } from "#platform/web/ui/toast.tsx";

export function LandingPage() {
  return (
    <>
      <LandingScreen />
      <Toasts />
    </>
  );
}
