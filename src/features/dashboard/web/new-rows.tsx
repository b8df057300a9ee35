import { ArrowUp } from "lucide-react";
import { Button } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

/** The number of new rows, shown over a held list and not in it, so that nothing moves. */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  const words = useWords(dashboardWords);
  if (count === 0) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-10 flex h-0 justify-center">
      <Button size="small" className="pointer-events-auto -translate-y-1/2" onClick={onShow}>
        <ArrowUp aria-hidden className="size-5" />
        {words.showNew(count)}
      </Button>
    </div>
  );
}
