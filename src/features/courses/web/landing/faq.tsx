/** Thirteen questions, each a native disclosure: it opens without scripts, by keyboard, and by a search. */
import { ChevronDown } from "lucide-react";
import { useWords } from "#platform/web/words.ts";
import { faqWords, type Numbered, QUESTIONS } from "./faq-words.ts";
import { SectionTitle } from "./section-title.tsx";

// One to thirteen, as in the names of the words.
const numbers = Array.from({ length: QUESTIONS }, (_, index) => String(index + 1) as Numbered);

export function Faq() {
  const words = useWords(faqWords);
  return (
    <>
      <SectionTitle id="faq-title">{words.title}</SectionTitle>
      <div className="max-w-3xl divide-y divide-line border-y border-line">
        {numbers.map((number) => (
          <details key={number} className="group">
            <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-3 font-semibold hover:text-accent [&::-webkit-details-marker]:hidden">
              <h3 className="font-sans">{words[`q${number}`]}</h3>
              <ChevronDown aria-hidden className="size-6 shrink-0 transition-transform group-open:rotate-180" />
            </summary>
            <p className="max-w-prose pb-5 text-ink-soft">{words[`a${number}`]}</p>
          </details>
        ))}
      </div>
    </>
  );
}
