/** Beside the queue while no claim is open: how to open one, and the keys. */
import { Keyboard } from "lucide-react";

const keys = [
  { names: ["↓", "j"], does: "Next claim" },
  { names: ["↑", "k"], does: "Claim before" },
  { names: ["v"], does: "Verify" },
  { names: ["r"], does: "Reject, with a reason" },
  { names: ["x"], does: "Choose, to verify several sponsored prizes" },
  { names: ["Esc"], does: "Close the claim" },
] as const;

export function QueueHint({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  return (
    <div className="flex flex-col gap-4 p-5">
      <h2 className="text-xl font-bold">Open a claim to see its evidence</h2>
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
              <dd className="text-ink-soft">{does}</dd>
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
        Shortcuts
      </label>
    </div>
  );
}
