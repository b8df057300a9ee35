/** The claims that do not ring, newest first: recorded, or older than an hour. */
import { useState, type ReactNode } from "react";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { bayClaimWords } from "./bay-words.ts";

const PAGE = 20;

export function ClaimDrawer({ count, cards }: { count: number; cards: readonly ReactNode[] }) {
  const words = useWords(bayClaimWords);
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {words.others(count)}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} size="full" title={words.notRinging}>
        <p className="mb-4 text-ink-soft">{words.notRingingAbout}</p>
        <ol aria-label={words.notRinging} className="flex flex-col gap-3">
          {cards.slice(0, shown)}
        </ol>
        {count > shown && (
          <Button variant="secondary" className="mt-4" wide onClick={() => setShown(shown + PAGE)}>
            {words.showMore}
          </Button>
        )}
      </Sheet>
    </>
  );
}
