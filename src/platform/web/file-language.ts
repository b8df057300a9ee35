/** The part of a file's address that asks for the reader's language. English ones need none. */
import type { Language } from "#platform/shared/language.ts";

export function headsIn(language: Language): { language?: "es" } {
  return language === "es" ? { language } : {};
}
