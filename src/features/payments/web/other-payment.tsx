/** On checkout and step 3: another payment of the player's must end first. */
import { useEffect, useRef } from "react";
import type { Order } from "#features/booking/contract.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import type { OtherPayment } from "./use-other-payment.ts";

export function OtherPaymentBanner({ other, order }: { other: OtherPayment; order: Order }) {
  const place = useRef<HTMLDivElement>(null);
  // The Pay button that was tapped is locked now: the choice takes over its focus.
  useEffect(() => {
    place.current?.focus();
  }, []);
  const { waiting, cancelling, wait, cancel } = other;
  // While the gateway is being asked nobody can stop a payment.
  const stoppable = order.status === "created";
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-6 rounded-card">
      <Banner
        tone="warning"
        live="polite"
        title={waiting ? "Waiting for your other payment" : "Another payment of yours is not finished"}
        actions={
          (stoppable || !waiting) && (
            <>
              {stoppable && (
                <Button size="small" busy={cancelling && "Cancelling..."} onClick={cancel}>
                  Cancel the other payment
                </Button>
              )}
              {!waiting && (
                <Button variant="secondary" size="small" onClick={wait}>
                  Wait
                </Button>
              )}
            </>
          )
        }
      >
        {order.packageName} at {order.courseName}, {priceText(order.amount)}:{" "}
        {stoppable ? "your bank waits for your answer, perhaps on another device or in another tab." : "being checked."}
        {waiting && " You can pay here once it is over; this page will tell you."}
      </Banner>
    </div>
  );
}
