/**
 * Translates sentences of the server into the language of the screen. The server writes English. The Spanish sentence is
 * found by the English one or by the refusal's code, in a table that only readers of Spanish load.
 */
import { named } from "#platform/shared/language.ts";
import { createStore, useStore } from "./store.ts";
import { languageNow, onLanguage, useLanguage } from "./words.ts";

export interface SpanishSentences {
  /** By the refusal's code. */
  readonly codes: Readonly<Record<string, string>>;
  /** By the English sentence with `#` for each number, which the Spanish one takes over in the same order. */
  readonly sentences: Readonly<Record<string, string>>;
}

let fetchTable: (() => Promise<SpanishSentences>) | undefined;
const table = createStore<SpanishSentences | undefined>(undefined);
let coming: Promise<void> | undefined;

/** Sets the loader of the table of all rooms. Called once before rendering. */
export function learnSpanish(load: () => Promise<SpanishSentences>): void {
  fetchTable = load;
  onLanguage(() => void untilLearned());
  void untilLearned();
}

/** Resolves when sentences can be translated; without a network they stay in English. */
export async function untilLearned(): Promise<void> {
  if (languageNow() !== "es" || table.get() || !fetchTable) return;
  coming ??= fetchTable()
    .then(table.set)
    // The next refusal tries again.
    .catch(() => undefined)
    .finally(() => {
      coming = undefined;
    });
  await coming;
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
  return inTable(known.sentences, sentence) ?? (code === undefined ? undefined : known.codes[code]);
}

/** A sentence's translation by a table whose sentences have `#` for each number. */
export function inTable(sentences: SpanishSentences["sentences"], sentence: string): string | undefined {
  const numbers = sentence.match(/\d+/g) ?? [];
  let at = 0;
  return sentences[sentence.replaceAll(/\d+/g, "#")]?.replaceAll("#", () => numbers[at++] ?? "");
}
