import { useId } from "react";
import { useFrame } from "#platform/web/frame.tsx";
import { useWords } from "#platform/web/words.ts";
import { savedCardWords } from "./saved-card-words.ts";

interface SaveCardTickProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Under a card that is typed: whether the payment company is to keep it. Off until the golfer ticks it. */
export function SaveCardTick({ checked, onChange }: SaveCardTickProps) {
  const words = useWords(savedCardWords);
  const { productName } = useFrame();
  const about = useId();
  return (
    <div>
      <label className="flex min-h-12 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-7 shrink-0 accent-accent"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={about}
        />
        {words.save}
      </label>
      <p id={about} className="text-ink-soft">
        {words.keptBy(productName)}
      </p>
    </div>
  );
}
