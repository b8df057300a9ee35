/**
 * Translates sentences of the server into the language of the screen. The server writes English. The Spanish sentence is
 * found by the English one or by the refusal's code, in a table that only readers of Spanish load.
 */
import { named } from "#platform/shared/language.ts";
import { inTable } from "#platform/shared/sentence-table.ts";
import { createStore, useStore } from "./store.ts";
import { languageNow, onLanguage, useLanguage } from "./words.ts";

export interface SpanishSentences {
  /** By the refusal's code. */
  readonly codes: Readonly<Record<string, string>>;
  /** By the English sentence with `#` for each number, which the Spanish one takes over in the same order. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Translates sentences that stand in no table, because there are names in them. */
  readonly phrase?: (sentence: string) => string | undefined;
}

type Load = () => Promise<SpanishSentences>;

/** The tables that are not loaded yet, each with the load that is under way. */
const due = new Map<Load, Promise<void> | undefined>();
const table = createStore<SpanishSentences | undefined>(undefined);
let listens = false;

/** Adds sentences to those that can be translated: everybody's before rendering, the desk's with the desk. */
export function learnSpanish(load: Load): void {
  due.set(load, undefined);
  if (!listens) onLanguage(() => void untilLearned());
  listens = true;
  void untilLearned();
}

/** Resolves when sentences can be translated; without a network they stay in English. */
export async function untilLearned(): Promise<void> {
  if (languageNow() === "es") await Promise.all([...due].map(([load, coming]) => coming ?? loadWords(load)));
}

function loadWords(load: Load): Promise<void> {
  const coming = load()
    .then((more) => {
      due.delete(load);
      const known = table.get();
      table.set({
        ...known,
        ...more,
        codes: { ...known?.codes, ...more.codes },
        sentences: { ...known?.sentences, ...more.sentences },
      });
    })
    // The next refusal starts the load again.
    .catch(() => void due.set(load, undefined));
  due.set(load, coming);
  return coming;
}

/** A sentence of the server or of a contract, translated. For use outside of a render. */
export function translated(sentence: string, code?: string): string {
  return inSpanish(languageNow() === "es" ? table.get() : undefined, sentence, code) ?? sentence;
}

/** The same within a render. */
export function useTranslated(): (sentence: string, code?: string) => string {
  const [language] = useLanguage();
  const learned = useStore(table);
  const known = language === "es" ? learned : undefined;
  return (sentence, code) => inSpanish(known, sentence, code) ?? sentence;
}

/** Within a render, what an operator wrote: in the language of the screen, in English where there is no Spanish. */
export function useNamed(): (english: string, spanish: string | undefined) => string {
  const [language] = useLanguage();
  const own = useTranslated();
  return (english, spanish) => named(language, own(english), spanish);
}

/** Looks for the sentence before the code: some sentences name the number that is wrong. */
function inSpanish(known: SpanishSentences | undefined, sentence: string, code?: string): string | undefined {
  if (!known) return undefined;
  return (
    inTable(known.sentences, sentence) ??
    known.phrase?.(sentence) ??
    (code === undefined ? undefined : known.codes[code])
  );
}
