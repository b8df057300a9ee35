/** The sandbox bank's question before it pays. Put aside, it can be opened again from the page behind it. */
import { useState } from "react";
import type { Order } from "#features/booking/contract.ts";
import { ACTION_MINUTES } from "#features/payments/rules.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { Banner, OfflineBanner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Facts } from "#platform/web/ui/card.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import type { Challenge } from "./use-challenge.ts";

const TITLE = "Your bank asks: is this you?";

export function ChallengeSheet({ challenge, order }: { challenge: Challenge; order: Order }) {
  const { productName } = useFrame();
  const [aside, setAside] = useState(false);
  const { step, problem, take } = challenge;
  const busy = (own: typeof step, text: string) => ({ busy: step === own ? text : step !== undefined });
  return (
    <>
      <Banner
        tone="warning"
        title={TITLE}
        actions={
          <Button size="small" onClick={() => setAside(false)}>
            Answer your bank
          </Button>
        }
      >
        Nothing is charged before you answer.
      </Banner>
      <Sheet
        open={!aside}
        onClose={() => setAside(true)}
        title={TITLE}
        footer={
          <>
            <Button size="bay" wide {...busy("approve", "Approving...")} onClick={() => take("approve")}>
              Approve {priceText(order.amount)}
            </Button>
            <Button variant="secondary" wide {...busy("deny", "Telling your bank...")} onClick={() => take("deny")}>
              It wasn't me
            </Button>
            <Button variant="quiet" wide {...busy("cancel", "Cancelling...")} onClick={() => take("cancel")}>
              Cancel payment
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <OfflineBanner>You are offline. Your bank waits {ACTION_MINUTES} minutes for your answer.</OfflineBanner>
          {problem && (
            <Banner tone="danger" live="assertive">
              {problem}
            </Banner>
          )}
          <p className="text-ink-soft">
            A stand-in for your bank's own question. Nothing is charged before you approve, and after {ACTION_MINUTES}{" "}
            minutes without an answer the payment is given up.
          </p>
          <Facts
            facts={[
              { label: "Pay to", value: productName },
              { label: "For", value: order.packageName },
              { label: "At", value: order.courseName },
              {
                label: "Amount",
                value: <span className="font-display text-3xl font-extrabold">{priceText(order.amount)}</span>,
              },
            ]}
          />
        </div>
      </Sheet>
    </>
  );
}
