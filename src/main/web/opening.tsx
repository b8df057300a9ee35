/** A visitor's first page: its screen alone, as prerendered. The app is loaded for the next screen. */
import { type ComponentType, StrictMode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { CrashBoundary } from "#main/web/crash-boundary.tsx";
import { FrameContext } from "#platform/web/frame.tsx";
import { Toasts } from "#platform/web/ui/toast.tsx";

interface OpeningProps {
  Screen: ComponentType;
  names: { productName: string; contactEmail: string };
  loadApp: () => Promise<ComponentType>;
}

export function Opening({ Screen, names, loadApp }: OpeningProps) {
  return (
    <StrictMode>
      <CrashBoundary>
        <UntilLeft Screen={Screen} names={names} loadApp={loadApp} />
      </CrashBoundary>
    </StrictMode>
  );
}

function UntilLeft({ Screen, names, loadApp }: OpeningProps) {
  const [location] = useLocation();
  const [start] = useState(location);
  const [app, setApp] = useState<{ App: ComponentType }>();
  const [failed, setFailed] = useState<{ error: unknown }>();
  const leaving = location !== start;
  useEffect(() => {
    if (!leaving) return;
    loadApp().then(
      (App) => setApp((now) => now ?? { App }),
      (error: unknown) => setFailed({ error }),
    );
  }, [leaving, loadApp]);
  useEffect(() => {
    // Somebody is about to tap a link: the next screen loads before the tap is over.
    const aim = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a[href^="/"]')) void loadApp().catch(() => undefined);
    };
    const ways = ["pointerover", "pointerdown", "focusin"] as const;
    for (const way of ways) document.addEventListener(way, aim, { passive: true });
    return () => {
      for (const way of ways) document.removeEventListener(way, aim);
    };
  }, [loadApp]);
  // The boundary shows the error, and offers to load the page again.
  if (failed) throw failed.error;
  if (app) return <app.App />;
  return (
    <FrameContext value={{ ...names, accountMenu: null, deviceNotices: null, deskNotices: null, bookingNotices: null }}>
      <Screen />
      <Toasts />
    </FrameContext>
  );
}
