/**
 * What the server says, in the language of the screen. It speaks English: a sentence of its is found by itself or by its
 * refusal's stable code in a table of Spanish ones, which is fetched only by those who read Spanish.
 */
import { useSyncExternalStore } from "react";
import { languageNow, onLanguage } from "./words.ts";

export interface SpanishSentences {
  /** By the refusal's code. */
  readonly codes: Readonly<Record<string, string>>;
  /** By the English sentence with `#` for each number, which the Spanish one takes over in the same order. */
  readonly sentences: Readonly<Record<string, string>>;
}

let fetchTable: (() => Promise<SpanishSentences>) | undefined;
let table: SpanishSentences | undefined;
let coming: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Called once before rendering, with the way to the table of all rooms. */
export function learnSpanish(load: () => Promise<SpanishSentences>): void {
  fetchTable = load;
  onLanguage(() => void untilLearned());
  void untilLearned();
}

/** Resolves when sentences can be said in the screen's language; without a network they stay English. */
export async function untilLearned(): Promise<void> {
  if (languageNow() !== "es" || table || !fetchTable) return;
  coming ??= fetchTable()
    .then((loaded) => {
      table = loaded;
      for (const listener of listeners) listener();
    })
    // Asked for again with the next refusal.
    .catch(() => undefined)
    .finally(() => {
      coming = undefined;
    });
  await coming;
}

/** A sentence of the server's or of a contract's, outside of a render. */
export function said(sentence: string, code?: string): string {
  return inSpanish(tableNow(), sentence, code) ?? sentence;
}

/** The same within a render. */
export function useSaid(): (sentence: string, code?: string) => string {
  const known = useSyncExternalStore(listen, tableNow);
  return (sentence, code) => inSpanish(known, sentence, code) ?? sentence;
}

/** The more exact sentence first: some refusals name the very number that is wrong. */
function inSpanish(known: SpanishSentences | undefined, sentence: string, code?: string): string | undefined {
  if (!known) return undefined;
  const numbers = sentence.match(/\d+/g) ?? [];
  const found = known.sentences[sentence.replaceAll(/\d+/g, "#")];
  if (found === undefined) return code === undefined ? undefined : known.codes[code];
  let at = 0;
  return found.replaceAll("#", () => numbers[at++] ?? "");
}

function tableNow(): SpanishSentences | undefined {
  return languageNow() === "es" ? table : undefined;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onLanguage(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
