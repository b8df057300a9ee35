import { useEffect, useRef, type ReactNode } from "react";
import { Banner } from "#platform/web/ui/banner.tsx";

/** The outcome is unknown: nothing may be paid again until the gateway has told. */
export function CheckingPayment() {
  return (
    <InView>
      <Banner tone="info" live="polite" title="Checking payment">
        Your bank has not answered yet. We are asking and will go on by ourselves: you will not be charged twice.
      </Banner>
    </InView>
  );
}

/** The network went away before the reply came. */
export function Reconnecting() {
  return (
    <InView>
      <Banner tone="offline" live="polite" title="Waiting for a connection">
        Your payment may have gone through. We go on by ourselves as soon as there is a network: you will not be charged
        twice.
      </Banner>
    </InView>
  );
}

/**
 * The player stands at the foot of the form, where they paid. The effect has braces because newer browsers' scrolling
 * gives a promise, which React would take for the effect's clean-up.
 */
function InView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place} className="scroll-mt-6">
      {children}
    </div>
  );
}
