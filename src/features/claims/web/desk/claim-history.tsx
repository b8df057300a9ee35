/** All steps of a claim. */
import { ChevronDown } from "lucide-react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { zonedText } from "#platform/web/ui/time.ts";
import { stepText } from "./claim-facts.ts";
import { evidenceWords } from "./evidence-words.ts";
import { factWords } from "./fact-words.ts";
import { noteText } from "./note-text.ts";

export function ClaimHistory({ claim: { steps, timeZone } }: { claim: AdminClaim }) {
  const words = useWords(evidenceWords);
  const facts = useWords(factWords);
  const [language] = useLanguage();
  const translate = useTranslated();
  return (
    <details className="group open:order-last open:basis-full">
      <summary className="ml-auto flex min-h-11 w-fit list-none items-center gap-1 rounded-lg px-2 font-semibold text-ink-soft hover:text-ink">
        {words.history(steps.length)}
        <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <ol className="mt-1 ml-2 flex flex-col gap-1 border-l-2 border-line pl-4">
        {steps.map(({ step, actor, note, createdAt }) => (
          <li key={`${step} ${createdAt}`}>
            <span className="font-semibold">{stepText(step, language)}</span>
            {actor && facts.by(actor)}, {zonedText(createdAt, timeZone, language)}
            {note && `: ${noteText({ step, note }, language, translate)}`}
          </li>
        ))}
      </ol>
    </details>
  );
}
