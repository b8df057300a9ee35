/** The claims that do not ring, newest first: recorded, or older than an hour. */
import { useState, type ReactNode } from "react";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";

const PAGE = 20;

export function ClaimDrawer({ count, cards }: { count: number; cards: readonly ReactNode[] }) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        Other claims ({count})
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} size="full" title="Claims that do not ring">
        <p className="mb-4 text-ink-soft">Recorded, or more than an hour old. The newest comes first.</p>
        <ol aria-label="Claims that do not ring" className="flex flex-col gap-3">
          {cards.slice(0, shown)}
        </ol>
        {count > shown && (
          <Button variant="secondary" className="mt-4" wide onClick={() => setShown(shown + PAGE)}>
            Show more
          </Button>
        )}
      </Sheet>
    </>
  );
}
