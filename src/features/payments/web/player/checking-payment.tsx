import { useEffect, useRef, type ReactNode } from "react";
import { Banner } from "#platform/web/ui/banner.tsx";
import { useWords } from "#platform/web/words.ts";
import { paymentWords } from "./words.ts";

/** The outcome is unknown: nothing may be paid again until the gateway has told. */
export function CheckingPayment() {
  const words = useWords(paymentWords);
  return (
    <InView>
      <Banner tone="info" live="polite" title={words.checking}>
        {words.checkingAbout}
      </Banner>
    </InView>
  );
}

/** The network went away before the reply came. */
export function Reconnecting() {
  const words = useWords(paymentWords);
  return (
    <InView>
      <Banner tone="offline" live="polite" title={words.noConnection}>
        {words.noConnectionAbout}
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
