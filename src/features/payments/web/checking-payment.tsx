import { useEffect, useRef } from "react";
import { Banner } from "#platform/web/ui/banner.tsx";

/** The outcome is unknown: nothing may be paid again until the gateway has told. */
export function CheckingPayment() {
  const place = useRef<HTMLDivElement>(null);
  // The player stands at the foot of the form, where they paid.
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={place} className="scroll-mt-6">
      <Banner tone="info" live="polite" title="Checking payment">
        Your bank has not answered yet. We are asking and will go on by ourselves: you will not be charged twice.
      </Banner>
    </div>
  );
}
