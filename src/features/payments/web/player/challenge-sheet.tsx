/** The sandbox bank's question before it pays. When it is closed, the page behind can open it again. */
import { useState } from "react";
import type { Order } from "#features/orders/contract.ts";
import { ACTION_MINUTES } from "#features/payments/rules.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { Banner, OfflineBanner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Facts } from "#platform/web/ui/card.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { sheetWords } from "./sheet-words.ts";
import type { Challenge } from "./use-challenge.ts";
import { paymentWords } from "./words.ts";

export function ChallengeSheet({ challenge, order }: { challenge: Challenge; order: Order }) {
  const words = { ...useWords(paymentWords), ...useWords(sheetWords) };
  const { productName } = useFrame();
  const named = useNamed();
  const [aside, setAside] = useState(false);
  const { step, problem, take } = challenge;
  const busy = (own: typeof step, text: string) => ({ busy: step === own ? text : step !== undefined });
  return (
    <>
      <Banner
        tone="warning"
        title={words.bankAsks}
        actions={
          <Button size="small" onClick={() => setAside(false)}>
            {words.answerBank}
          </Button>
        }
      >
        {words.nothingCharged}
      </Banner>
      <Sheet
        open={!aside}
        onClose={() => setAside(true)}
        title={words.bankAsks}
        footer={
          <>
            <Button size="bay" wide {...busy("approve", words.approving)} onClick={() => take("approve")}>
              {words.approve(priceText(order.amount))}
            </Button>
            <Button variant="secondary" wide {...busy("deny", words.telling)} onClick={() => take("deny")}>
              {words.notMe}
            </Button>
            <Button variant="quiet" wide {...busy("cancel", words.cancelling)} onClick={() => take("cancel")}>
              {words.cancelPayment}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <OfflineBanner>{words.offlineBank(ACTION_MINUTES)}</OfflineBanner>
          {problem && (
            <Banner tone="danger" live="assertive">
              {problem}
            </Banner>
          )}
          <p className="text-ink-soft">{words.bankStandIn(ACTION_MINUTES)}</p>
          <Facts
            facts={[
              { label: words.payTo, value: productName },
              { label: words.for, value: named(order.packageName, order.packageNameEs) },
              { label: words.at, value: order.courseName },
              {
                label: words.amount,
                value: <span className="font-display text-3xl font-extrabold">{priceText(order.amount)}</span>,
              },
            ]}
          />
        </div>
      </Sheet>
    </>
  );
}
