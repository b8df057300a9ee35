/** `/checkout` of the free shot: what is included, and its start. */
import { Check } from "lucide-react";
import { useGreeting } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { BlockedBanner, useOpenSessions } from "./active-session.tsx";
import { checkoutWords } from "./checkout-words.ts";
import type { Checkout } from "./checkout.ts";
import { FreeGone } from "./free-gone.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { teeTimeText } from "./order-text.ts";
import { type FreeShotProps, useFreeShot } from "./use-free-shot.ts";
import { paymentWords } from "./words.ts";

export function FreeCheckout({ checkout, freeShot, onFinished, onBack }: FreeShotProps & { onBack: () => void }) {
  const words = useWords(checkoutWords);
  const greeting = useGreeting();
  const { active } = useOpenSessions();
  const { processing } = useWords(paymentWords);
  const free = useFreeShot({ checkout, freeShot, onFinished });
  if (free.gone) return <FreeGone why={free.gone} />;
  return (
    <PlayerShell
      title={words.checkout}
      greeting={greeting}
      step={{ now: 3, of: 3 }}
      back={onBack}
      footer={
        <Button
          size="bay"
          wide
          variant="gold"
          disabled={active !== undefined}
          busy={free.starting && processing}
          onClick={free.start}
        >
          {words.startFree}
        </Button>
      }
    >
      {active && <BlockedBanner session={active} onBack={onBack} />}
      <OrderSummary checkout={checkout} />
      <Included checkout={checkout} />
    </PlayerShell>
  );
}

function Included({ checkout: { sessionData } }: { checkout: Checkout }) {
  const words = useWords(checkoutWords);
  const [language] = useLanguage();
  const lines = [
    words.oneFreeBall,
    words.fiveMinutes,
    words.anyPrize,
    words.bayNumber(sessionData.bayNumber),
    ...(sessionData.teeTime ? [words.teeTimeAt(teeTimeText(sessionData.teeTime, language))] : []),
  ];
  return (
    <Card title={words.included}>
      <ul className="flex flex-col gap-3">
        {lines.map((line) => (
          <li key={line} className="flex items-center gap-3">
            <Check aria-hidden className="size-6 shrink-0 text-accent" strokeWidth={3} />
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
