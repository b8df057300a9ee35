/** Beside the queue while no claim is open: how to open one, and the keys. */
import { Keyboard } from "lucide-react";
import { useWords } from "#platform/web/words.ts";
import { QueueKeys } from "./queue-keys.tsx";
import { queueWords } from "./queue-words.ts";

export function QueueHint({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  const words = useWords(queueWords);
  return (
    <div className="flex flex-col gap-4 p-5">
      <h2 className="text-xl font-bold">{words.hint}</h2>
      {/* Not on a phone, which has no keys. */}
      <div className="flex flex-col gap-4 max-sm:pointer-coarse:hidden">
        {on && <QueueKeys />}
        <label className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => onSwitch(event.target.checked)}
            className="size-5 accent-accent"
          />
          <Keyboard aria-hidden className="size-5 text-ink-soft" />
          {words.shortcuts}
        </label>
      </div>
    </div>
  );
}
