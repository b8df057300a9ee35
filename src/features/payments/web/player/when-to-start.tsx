import { useLocation } from "wouter";
import { paths } from "#platform/web/paths.ts";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { useWords } from "#platform/web/words.ts";
import { checkoutWords } from "./checkout-words.ts";

/** Pay and start at once (`/checkout`), or pay ahead (step 3): one choice over two addresses of one screen. */
export function WhenToStart({ value }: { value: "now" | "later" }) {
  const words = useWords(checkoutWords);
  const [, go] = useLocation();
  return (
    <Segmented
      legend={words.when}
      options={[
        { value: "now", label: words.startNow },
        { value: "later", label: words.startLater },
      ]}
      value={value}
      onChange={(when) => go(when === "now" ? paths.checkout() : paths.app({ step: 3 }), { replace: true })}
    />
  );
}
