/** The landing page when it stands without the app: its toasts come along, after the page. */
import { type ComponentType, useEffect, useState } from "react";
import { LandingScreen } from "#features/courses/web/landing/landing-screen.tsx";

export function LandingPage() {
  const [toasts, setToasts] = useState<{ Toasts: ComponentType }>();
  useEffect(() => {
    let gone = false;
    void import("#platform/web/ui/toast.tsx").then(
      ({ Toasts }) => {
        if (!gone) setToasts({ Toasts });
      },
      // Without them the page still reads.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return (
    <>
      <LandingScreen />
      {toasts && <toasts.Toasts />}
    </>
  );
}
