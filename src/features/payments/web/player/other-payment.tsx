/** On checkout and step 3: another payment of the player's must end first. */
import { useEffect, useRef } from "react";
import type { Order } from "#features/orders/contract.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import type { OtherPayment } from "./use-other-payment.ts";
import { paymentWords } from "./words.ts";

export function OtherPaymentBanner({ other, order }: { other: OtherPayment; order: Order }) {
  const words = useWords(paymentWords);
  const named = useNamed();
  const place = useRef<HTMLDivElement>(null);
  // The Pay button that was tapped is locked now: the choice takes over its focus.
  useEffect(() => {
    place.current?.focus();
  }, []);
  const { waiting, cancelling, wait, cancel } = other;
  // Nobody can stop a payment while the gateway decides.
  const stoppable = order.status === "created";
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-6 rounded-card">
      <Banner
        tone="warning"
        live="polite"
        title={waiting ? words.waitingOther : words.otherOpen}
        actions={
          (stoppable || !waiting) && (
            <>
              {stoppable && (
                <Button size="small" busy={cancelling && words.cancelling} onClick={cancel}>
                  {words.cancelOther}
                </Button>
              )}
              {!waiting && (
                <Button variant="secondary" size="small" onClick={wait}>
                  {words.wait}
                </Button>
              )}
            </>
          )
        }
      >
        {words.otherIs(named(order.packageName, order.packageNameEs), order.courseName, priceText(order.amount))}{" "}
        {stoppable ? words.otherAsks : words.otherChecked}
        {waiting && ` ${words.payLater}`}
      </Banner>
    </div>
  );
}
