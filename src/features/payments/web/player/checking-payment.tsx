import { Banner } from "#platform/web/ui/banner.tsx";
import { useWords } from "#platform/web/words.ts";
import { InView } from "./in-view.tsx";
import { paymentWords } from "./words.ts";

/** The outcome is unknown: nothing may be paid again until the gateway has answered. */
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
