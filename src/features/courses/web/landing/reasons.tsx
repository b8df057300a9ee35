/** Reasons in a grid: an icon, a heading and a sentence each. */
import type { LucideIcon } from "lucide-react";
import { useWords } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";

type Sentence = {
  [Key in keyof typeof landingWords.en]: (typeof landingWords.en)[Key] extends string ? Key : never;
}[keyof typeof landingWords.en];

interface Reason {
  Icon: LucideIcon;
  title: Sentence;
  text: Sentence;
}

export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const words = useWords(landingWords);
  return (
    <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
      {reasons.map(({ Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <span className="flex size-14 shrink-0 items-center justify-center rounded-2xl bg-tint text-accent">
            <Icon aria-hidden className="size-7" />
          </span>
          <div className="min-w-0">
            <h3 className="text-xl font-bold tracking-tight">{words[title]}</h3>
            <p className="mt-1 text-ink-soft">{words[text]}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
