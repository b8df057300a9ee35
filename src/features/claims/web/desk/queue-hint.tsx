/** Beside the queue while no claim is open: how to open one, and the keys. */
import { Keyboard } from "lucide-react";
import { useWords } from "#platform/web/words.ts";
import { queueWords } from "./queue-words.ts";

const keys = [
  { names: ["↓", "j"], does: "keyNext" },
  { names: ["↑", "k"], does: "keyBefore" },
  { names: ["v"], does: "keyVerify" },
  { names: ["r"], does: "keyReject" },
  { names: ["x"], does: "keyChoose" },
  { names: ["Esc"], does: "keyClose" },
] as const;

export function QueueHint({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  const words = useWords(queueWords);
  return (
    <div className="flex flex-col gap-4 p-5">
      <h2 className="text-xl font-bold">{words.hint}</h2>
      {on && (
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          {keys.map(({ names, does }) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
                {names.map((name) => (
                  <kbd
                    key={name}
                    className="min-w-8 rounded-md border border-edge bg-paper px-2 text-center font-sans font-semibold"
                  >
                    {name}
                  </kbd>
                ))}
              </dt>
              <dd className="text-ink-soft">{words[does]}</dd>
            </div>
          ))}
        </dl>
      )}
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
  );
}
