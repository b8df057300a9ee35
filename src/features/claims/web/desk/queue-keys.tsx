/** The keys of the queue, in the hint beside it and in a dialog that `?` opens while a claim is open. */
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { queueWords } from "./queue-words.ts";

const keys = [
  { names: ["↓", "j"], does: "keyNext" },
  { names: ["↑", "k"], does: "keyBefore" },
  { names: ["v"], does: "keyVerify" },
  { names: ["r"], does: "keyReject" },
  { names: ["x"], does: "keyChoose" },
  { names: ["Esc"], does: "keyClose" },
  { names: ["?"], does: "keyHelp" },
] as const;

export function QueueKeys() {
  const words = useWords(queueWords);
  return (
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
  );
}

export function QueueKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useWords(queueWords);
  return (
    <Sheet open={open} onClose={onClose} size="dialog" title={words.shortcuts}>
      <QueueKeys />
    </Sheet>
  );
}
