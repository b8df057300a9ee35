/**
 * The words of the screens, in English and Spanish. Each room has its own in `web/words.ts`, so that a screen loads
 * only those. The Spanish words must have the type of the English ones.
 */
import { chosenIn, type Language, LANGUAGE_COOKIE, languages, locales, spokenOf } from "#platform/shared/language.ts";
import { keptChoice } from "./kept-choice.ts";
import { createStore, useStore } from "./store.ts";

export { type Language, languages, locales };
/** As each language names itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", es: "Español" };

/** A sentence, or a function that makes one: `(n: number) => n === 1 ? "1 ball" : `${n} balls``. */
type Entry = string | ((...values: never[]) => string);
type Table = Readonly<Record<string, Entry>>;
type SameWords<T extends Table> = {
  readonly [K in keyof T]: T[K] extends (...values: infer Values) => string ? (...values: Values) => string : string;
};

export interface Words<T extends Table> {
  readonly en: SameWords<T>;
  readonly es: SameWords<T>;
}

/** A room's words: every entry in both languages, or it does not compile. */
export function defineWords<T extends Table>(en: T, es: SameWords<NoInfer<T>>): Words<T> {
  // A literal sentence is a string: the looser type fits the English table, too.
  return { en: en as unknown as SameWords<T>, es };
}

const choice = keptChoice("language", languages);
/** The language of the page as it was sent: hydration begins with it, and another is shown after that. */
let sent = spokenOf([globalThis.document?.documentElement.lang ?? ""]);
/** Without storage, the cookie alone says what was chosen. */
const chosen = choice.read() ?? chosenIn(globalThis.document?.cookie ?? "");
const current = createStore(chosen ?? spokenOf(navigator.languages), () => sent);

/** For the build, which draws each page in each language. */
export function prerenderIn(language: Language): void {
  sent = language;
  current.set(language);
}

/** Whether the page was sent in the reader's language. */
export function isSentAsRead(): boolean {
  return sent === current.get();
}

/** Sets the document's language. Called once before rendering, and at every change. @param chosenHere the language that was chosen on this device */
export function applyLanguage(chosenHere = chosen): void {
  document.documentElement.lang = current.get();
  // The server sends the next page in the language that was chosen, not in the browser's.
  if (chosenHere) document.cookie = `${LANGUAGE_COOKIE}=${chosenHere}; path=/; max-age=31536000; samesite=lax`;
}

/** The present language, for words outside of a render (a toast after an answer). */
export const languageNow = current.get;

/** A room's words now, outside of a render. */
export function wordsNow<T extends Table>(words: Words<T>): SameWords<T> {
  return words[current.get()];
}

/** The language, and how to change it; kept on the device. */
export function useLanguage(): [Language, (language: Language) => void] {
  return [useStore(current), setLanguage];
}

/** A room's words in the language of the screen. */
export function useWords<T extends Table>(words: Words<T>): SameWords<T> {
  return words[useLanguage()[0]];
}

/** Calls the listener when the language changes. @returns a function that stops listening */
export const onLanguage = current.listen;

function setLanguage(language: Language): void {
  choice.write(language);
  current.set(language);
  applyLanguage(language);
}
